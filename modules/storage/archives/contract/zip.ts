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

/** Maximum items of an archive that is requested with a JSON body. */
export const maxZipItems = 5_000

/**
 * Query of an archive (D12), which is produced while it is sent: stored entries, exact length, ETag, Range. Either
 * `items=id|type,…` or the `selection` id that `prepareZip` returned.
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
  /** `size`: bytes of the archive. `files`: number of its files, without folders. */
  attributes: object({ url: string(), name: string(), size: integer(), files: integer() }),
})

/** Stores long lists and “all except” selections; returns the size of the archive and a URL that is valid for a day. */
export const prepareZip = endpoint({
  method: 'POST',
  path: '/api/zip',
  summary: 'Prepare a zip archive of many items',
  access: 'session',
  scope: 'read',
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
