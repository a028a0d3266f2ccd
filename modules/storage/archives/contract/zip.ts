import {
  array,
  endpoint,
  integer,
  object,
  optional,
  type Static,
  single,
  string,
  uuid,
} from '../../../shared/contract.ts'
import { ItemRef, Selection } from '../../tree/contract.ts'

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
  access: 'session',
  longUrl: true,
  query: zipQuery,
  response: { 200: null, 206: null, 304: null },
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
  access: 'session',
  body: ZipInput,
  response: { 201: single(ZipResource) },
})
