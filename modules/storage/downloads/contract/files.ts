import { endpoint, object, optional, rangedContent, redirect, string, uuid } from '../../../shared/contract.ts'
import { downloadErrors, linkTokens } from '../../tree/contract.ts'

const downloadQuery = object({
  /** `1`: as an attachment, for every type. */
  download: optional(string({ maxLength: 5 })),
  /** `1`: a file in the caller's own trash, as an attachment. Otherwise trashed files are 404. */
  trashed: optional(string({ maxLength: 5 })),
  /** Ignored. Its value changes with the content, so that browsers do not show a cached picture of replaced content. */
  v: optional(string({ maxLength: 40 })),
  ...linkTokens,
})

/** Content of a file (D11): Range, If-Range, ETag, HEAD. */
export const downloadFile = endpoint({
  method: 'GET',
  path: '/file/:id',
  summary: 'Download a file',
  access: 'link',
  params: object({ id: uuid() }),
  query: downloadQuery,
  response: { ...rangedContent('*/*'), 303: redirect },
  errors: [...downloadErrors],
})

/** As `downloadFile`. The server ignores the name in the URL, which browsers use for the saved file. */
export const downloadNamedFile = endpoint({
  method: 'GET',
  path: '/file/:id/:name',
  summary: 'Download a file under a name',
  access: 'link',
  params: object({ id: uuid(), name: string({ maxLength: 3_000 }) }),
  query: downloadQuery,
  response: { ...rangedContent('*/*'), 303: redirect },
  errors: [...downloadErrors],
})
