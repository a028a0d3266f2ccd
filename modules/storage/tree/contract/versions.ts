import {
  array,
  endpoint,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  single,
  string,
  timestamp,
  uuid,
} from '../../../shared/contract.ts'
import { Item } from './item.ts'

/** What a file held before it was replaced. */
export const Version = object({
  id: uuid(),
  type: oneOf(['version']),
  attributes: object({
    /** Bytes. */
    size: integer(),
    mimetype: string(),
    /** Where its bytes are. */
    file_url: string(),
    /** When this content came, and when another took its place. */
    stored_at: timestamp(),
    replaced_at: timestamp(),
    modified_at: nullable(timestamp()),
  }),
})
export type Version = Static<typeof Version>

/** Latest first. `retention_days` 0: none are kept. */
const Versions = object({
  data: array(object({ data: Version })),
  meta: object({ retention_days: integer(), most: integer() }),
})

export const listVersions = endpoint({
  method: 'GET',
  path: '/api/items/:id/versions',
  access: 'session',
  params: object({ id: uuid() }),
  response: { 200: Versions },
})

const params = object({ id: uuid(), version: uuid() })

/** The version becomes the file's content; what it held until now becomes a version. */
export const restoreVersion = endpoint({
  method: 'POST',
  path: '/api/items/:id/versions/:version/restore',
  access: 'session',
  params,
  response: { 200: single(Item) },
})

/** For ever; its bytes are free at once. */
export const removeVersion = endpoint({
  method: 'DELETE',
  path: '/api/items/:id/versions/:version',
  access: 'session',
  params,
  response: { 204: null },
})

/** Its bytes, as a file's (API.md D11). */
export const downloadVersion = endpoint({
  method: 'GET',
  path: '/file/:id/versions/:version',
  access: 'session',
  params,
  query: object({ download: optional(string({ maxLength: 5 })) }),
  response: { 200: null, 206: null, 304: null },
})
