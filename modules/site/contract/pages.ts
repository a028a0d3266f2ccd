import { boolean, endpoint, object, oneOf, type Static, string } from '../../shared/contract.ts'

/** The legal pages. There are no others, and none can be removed; each can be hidden. */
export const pageSlugs = ['terms-of-service', 'privacy-policy', 'cookie-policy'] as const
export type PageSlug = (typeof pageSlugs)[number]

/**
 * A legal page. `content` is Markdown, or HTML when it begins with a tag; `content_formatted` is safe HTML. `locale`: the
 * language of the content, another than the caller's where it is not translated.
 */
export const PageResource = object({
  id: oneOf(pageSlugs),
  type: oneOf(['page']),
  attributes: object({
    visibility: boolean(),
    title: string(),
    slug: oneOf(pageSlugs),
    content: string(),
    content_formatted: string(),
    locale: string(),
  }),
})
export type PageResource = Static<typeof PageResource>

export const getPage = endpoint({
  method: 'GET',
  path: '/api/page/:slug',
  summary: 'Read a legal page',
  access: 'public',
  params: object({ slug: string({ maxLength: 60 }) }),
  response: { 200: object({ data: PageResource }) },
  errors: ['platform.not-found'],
})
