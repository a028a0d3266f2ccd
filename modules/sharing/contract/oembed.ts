import { endpoint, integer, notModified, object, oneOf, optional, type Static, string } from '../../shared/contract.ts'

/** Pixels of the frame in embed codes. */
export const embedSize = { width: 790, height: 400 } as const
/** Pixels in which the page of a film shows the whole player. */
export const filmSize = { width: 790, height: 680 } as const

/** HTML with which other sites show the page of a link. */
export const embedCode = (link: string, { width, height }: { width: number; height: number } = embedSize): string =>
  `<iframe src="${link}" width="${width}" height="${height}" allowfullscreen frameborder="0"></iframe>`

/** The answer of oEmbed 1.0. There is no `photo`: other sites cannot show the content of files outside of a link's page. */
export const Oembed = object({
  /** `video` and `rich` have `html`; `link`: other sites may not embed the page, such as an editor's. */
  type: oneOf(['video', 'rich', 'link']),
  version: oneOf(['1.0']),
  title: string(),
  author_name: optional(string()),
  provider_name: string(),
  provider_url: string(),
  /** The preview image of the link, where it fits into the size that was asked for. */
  thumbnail_url: optional(string()),
  thumbnail_width: optional(integer()),
  thumbnail_height: optional(integer()),
  html: optional(string()),
  width: optional(integer()),
  height: optional(integer()),
})
export type Oembed = Static<typeof Oembed>

const pixels = () => optional(integer({ minimum: 1, maximum: 100_000 }))

/** oEmbed (oembed.com), as JSON or XML. */
export const showOembed = endpoint({
  method: 'GET',
  path: '/oembed',
  summary: 'Read how other sites embed a link (oEmbed)',
  access: 'public',
  query: object({
    /** URL of a link, or of a page below it; the response is always about the link. */
    url: string({ maxLength: 2_000 }),
    /** `json`, which is the default, or `xml`. */
    format: optional(string({ maxLength: 40 })),
    maxwidth: pixels(),
    maxheight: pixels(),
  }),
  response: { 200: Oembed, 304: notModified },
  alsoAs: 'text/xml',
  errors: [
    'platform.too-many-attempts',
    'sharing.share-not-found',
    'sharing.share-unavailable',
    'sharing.share-protected',
    'sharing.format-not-offered',
  ],
})
