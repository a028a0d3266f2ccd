import {
  array,
  boolean,
  endpoint,
  integer,
  nullable,
  number,
  object,
  oneOf,
  type Static,
  string,
  unknown,
  uuid,
} from '../../shared/contract.ts'
import { MediaPreviewState } from '../../storage/contract.ts'
import type { TextNode } from '../../web/contract.ts'
import { token } from './tokens.ts'

const counts = { total: integer() }

const textPreview = object({
  form: oneOf(['plain', 'code', 'markdown', 'table']),
  /** Texts and elements, nested (`TextNode`). */
  nodes: array(unknown()),
  /** In bytes, as `total`. */
  shown: integer(),
  ...counts,
  /** Columns of a table that has more than it shows. */
  columns: nullable(object({ shown: integer(), ...counts })),
})

const filePreview = object({
  /** The first pages of a text. */
  text: nullable(textPreview),
  /** The list inside a zip. */
  archive: nullable(
    object({
      entries: array(object({ name: string(), size: integer(), isFolder: boolean() })),
      ...counts,
    }),
  ),
  /** Size of a picture in pixels, of a page in points: its place is kept free before it has loaded. */
  size: nullable(object({ width: number(), height: number() })),
  /** URLs of pictures of a PDF's pages after the first, and its number of pages. Null for other files. */
  pages: nullable(object({ urls: array(string()), ...counts })),
  /** Rendering of a film or sound that may not be downloaded. */
  media: nullable(MediaPreviewState),
  /** A small SVG as a `data:` URL, in which browsers run no scripts. */
  drawing: nullable(string()),
  /** The file's text or drawing is not shown, because downloads of the link are counted. */
  counted: boolean(),
})

/** The beginning of a text file. */
export interface VisitorTextPreview extends Omit<Static<typeof textPreview>, 'nodes'> {
  nodes: TextNode[]
}

/** Preview of a file on its page before any script, besides its thumbnail. */
export interface FilePreview extends Omit<Static<typeof filePreview>, 'text'> {
  text: VisitorTextPreview | null
}

/** Preview of a file of a link besides its thumbnail, in a form that is not the original. */
export const visitorPreviewFile = endpoint({
  method: 'GET',
  path: '/api/sharing/preview/:id/:token',
  summary: 'Read the preview of a file of a link',
  access: 'share',
  params: object({ id: uuid(), token: token() }),
  response: { 200: object({ data: filePreview }) },
  errors: ['storage.item-not-found'],
})
