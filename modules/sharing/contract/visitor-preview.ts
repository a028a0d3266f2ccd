import {
  array,
  boolean,
  endpoint,
  integer,
  nullable,
  number,
  object,
  oneOf,
  string,
  unknown,
  uuid,
} from '../../shared/contract.ts'
import { MediaPreviewState } from '../../storage/contract.ts'
import { token } from './tokens.ts'

const counts = { total: integer() }

/** Preview of a file of a link besides its thumbnail, in a form that is not the original. */
export const visitorPreviewFile = endpoint({
  method: 'GET',
  path: '/api/sharing/preview/:id/:token',
  summary: 'Read the preview of a file of a link',
  access: 'share',
  params: object({ id: uuid(), token: token() }),
  response: {
    200: object({
      data: object({
        /** The first pages of a text; `nodes` are texts and elements, nested. */
        text: nullable(
          object({
            form: oneOf(['plain', 'code', 'markdown', 'table']),
            nodes: array(unknown()),
            shown: integer(),
            ...counts,
          }),
        ),
        /** The list inside a zip. */
        archive: nullable(
          object({
            entries: array(object({ name: string(), size: integer(), isFolder: boolean() })),
            ...counts,
          }),
        ),
        size: nullable(object({ width: number(), height: number() })),
        /** Pictures of a document's pages after the first. */
        pages: nullable(object({ urls: array(string()), ...counts })),
        /** Rendering of a film or sound that may not be downloaded. */
        media: nullable(MediaPreviewState),
        /** A small drawing as a `data:` URL. */
        drawing: nullable(string()),
        /** The file's text or drawing is not shown, because downloads of the link are counted. */
        counted: boolean(),
      }),
    }),
  },
  errors: ['storage.item-not-found'],
})
