import {
  alias,
  array,
  boolean,
  endpoint,
  listQuery,
  number,
  object,
  oneOf,
  optional,
  Paginate,
  type Static,
  single,
  string,
  timestamp,
  union,
} from '../../shared/contract.ts'
import { PageResource, type PageSlug, pageSlugs } from '../../site/contract.ts'

/**
 * A legal page, hidden or not: the texts that readers of a language see, and the data of its editor. The language is
 * `locale` of the call, else the installation's. `locale` of the page is another one when its content is not
 * translated.
 */
export const AdminPage = object({
  id: oneOf(pageSlugs),
  type: oneOf(['page']),
  attributes: object({
    ...PageResource.properties.attributes.properties,
    /**
     * Texts that the operator has written in the language. When one is empty, readers see the installation's language, else
     * another one, else the default text.
     */
    own: object({ title: string(), content: string() }),
    /**
     * The default content in the language, or empty. `{{app}}`, `{{url}}` and `{{contact}}` are replaced by the
     * installation's values when it is shown.
     */
    default_content: string(),
    /** Versions of the `own` texts, for `updatePage`. */
    versions: object({ title: string(), content: string() }),
    /** Languages in which the operator has written a title or content, also languages that are not offered. */
    written: array(string()),
    updated_at: timestamp(),
  }),
})
export type AdminPage = Static<typeof AdminPage>

/**
 * A legal page in its editor. `title` and `content`: the texts that the operator has written in the language, or empty.
 */
export interface EditablePage {
  slug: PageSlug
  visible: boolean
  /** The language that is edited. */
  locale: string
  title: string
  content: string
  /** The title and content that readers of the language see; `locale`: the language of the content. */
  shown: { title: string; content: string; locale: string }
  default_content: string
  versions: { title: string; content: string }
  /** Languages in which the operator has written a text. */
  written: string[]
}

export const maxPageLength = 100_000
export const maxPageTitleLength = 200

const locale = optional(string({ maxLength: 40 }))

/** Without `sort` in the order of the footer; with it from A, unless `direction` says otherwise. */
export const PageListQuery = object({
  page: listQuery.page,
  sort: optional(oneOf(['title', 'slug', 'visibility'])),
  direction: listQuery.direction,
  locale,
})
export type PageListQuery = Static<typeof PageListQuery>

export const listPages = endpoint({
  method: 'GET',
  path: '/api/admin/pages',
  summary: 'List the legal pages',
  access: 'admin',
  scope: 'account',
  query: PageListQuery,
  response: { 200: object({ data: array(single(AdminPage)), meta: object({ paginate: Paginate }) }) },
  errors: [],
})

export const showPage = endpoint({
  method: 'GET',
  path: '/api/admin/pages/:slug',
  summary: 'Read a legal page, also a hidden one',
  access: 'admin',
  scope: 'account',
  params: object({ slug: string({ maxLength: 60 }) }),
  query: object({ locale }),
  response: { 200: single(AdminPage) },
  errors: [],
})

const PageUpdate = object({
  name: oneOf(['title', 'content', 'visibility']),
  value: union([string({ maxLength: maxPageLength }), boolean(), number()]),
  version: optional(string({ maxLength: 100 })),
  locale,
  _method: optional(string({ maxLength: 10 })),
})
export type PageUpdate = Static<typeof PageUpdate>

/**
 * `visibility` takes a boolean, also as `1` or `0`, `title` one line, `content` Markdown, or HTML that begins with a tag; an empty value removes
 * the text in this language. `version`: version of the replaced title or content; 409 when it was changed since. Without
 * `version` the text is replaced in any case.
 */
export const updatePage = endpoint({
  method: 'PATCH',
  path: '/api/admin/pages/:slug',
  summary: 'Change a legal page',
  access: 'admin',
  scope: 'account',
  params: object({ slug: string({ maxLength: 60 }) }),
  body: PageUpdate,
  response: { 200: single(AdminPage) },
  errors: ['admin.page-value-invalid', 'site.page-changed'],
})

/** The same by PUT. */
export const replacePage = alias(updatePage, { method: 'PUT' })
