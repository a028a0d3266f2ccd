import {
  array,
  endpoint,
  integer,
  object,
  optional,
  rangedContent,
  type Static,
  single,
  string,
  uuid,
} from '../../../shared/contract.ts'
import { downloadErrors, ItemRef, Selection, selectionErrors } from '../../tree/contract.ts'

/** Items of one archive, where they are sent as JSON. */
export const maxZipItems = 5_000

/**
 * Items as one archive (API.md D12), sent as it is made: stored entries, exact length, ETag, Range. Either
 * `items=id|type,…` or the `selection` that `prepareZip` answered with.
 */
export const zipQuery = object({
  items: optional(string({ maxLength: 40_000 })),
  selection: optional(uuid()),
})

export const downloadZip = endpoint({
  method: 'GET',
  path: '/api/zip',
  summary: 'Download items as a zip archive',
  access: 'session',
  longUrl: true,
  query: zipQuery,
  response: rangedContent('application/zip'),
  errors: [...downloadErrors, 'storage.zip-items', 'storage.zip-path-too-long', 'storage.too-many-zips'],
})

export const ZipInput = object({
  items: optional(array(ItemRef, { minItems: 1, maxItems: maxZipItems })),
  selection: optional(Selection),
})

export type ZipInput = Static<typeof ZipInput>

export const ZipResource = object({
  id: uuid(),
  type: string(),
  /** Bytes of the archive, and the files in it, folders aside. */
  attributes: object({ url: string(), name: string(), size: integer(), files: integer() }),
})

/** The same items in a body, for long lists and “all but …”; what they weigh, and where to get them for a day. */
export const prepareZip = endpoint({
  method: 'POST',
  path: '/api/zip',
  summary: 'Prepare a zip archive of many items',
  access: 'session',
  body: ZipInput,
  response: { 201: single(ZipResource) },
  errors: [
    ...selectionErrors,
    'storage.zip-items',
    'storage.zip-path-too-long',
    'storage.too-many-zips',
    'storage.download-restricted',
    'storage.blob-missing',
  ],
})
