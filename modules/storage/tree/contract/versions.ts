import {
  array,
  endpoint,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  rangedContent,
  type Static,
  single,
  string,
  timestamp,
  uuid,
} from '../../../shared/contract.ts'
import { downloadErrors } from './errors.ts'
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
  summary: 'List the previous versions of a file',
  access: 'session',
  params: object({ id: uuid() }),
  response: { 200: Versions },
  errors: ['storage.item-not-found'],
})

const params = object({ id: uuid(), version: uuid() })

/** The version becomes the file's content; what it held until now becomes a version. */
export const restoreVersion = endpoint({
  method: 'POST',
  path: '/api/items/:id/versions/:version/restore',
  summary: 'Restore a previous version',
  access: 'session',
  params,
  response: { 200: single(Item) },
  errors: [
    'storage.item-not-found',
    'storage.version-not-found',
    'storage.forbidden',
    'storage.upload-restricted',
    'storage.quota-exceeded',
  ],
})

/** For ever; its bytes are free at once. */
export const removeVersion = endpoint({
  method: 'DELETE',
  path: '/api/items/:id/versions/:version',
  summary: 'Delete a previous version for good',
  access: 'session',
  params,
  response: { 204: null },
  errors: ['storage.item-not-found', 'storage.version-not-found', 'storage.forbidden'],
})

/** Its bytes, as a file's (API.md D11). */
export const downloadVersion = endpoint({
  method: 'GET',
  path: '/file/:id/versions/:version',
  summary: 'Download a previous version',
  access: 'session',
  params,
  query: object({ download: optional(string({ maxLength: 5 })) }),
  response: rangedContent('*/*'),
  errors: [...downloadErrors, 'storage.version-not-found'],
})
