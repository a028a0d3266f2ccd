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

/** Previous content of a file that was replaced. */
export const Version = object({
  id: uuid(),
  type: oneOf(['version']),
  attributes: object({
    /** Bytes. */
    size: integer(),
    mimetype: string(),
    /** URL of its content. */
    file_url: string(),
    /** When the content was uploaded, and when it was replaced. */
    stored_at: timestamp(),
    replaced_at: timestamp(),
    modified_at: nullable(timestamp()),
  }),
})
export type Version = Static<typeof Version>

/** Latest first. `retention_days` 0: no versions are retained. */
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

/** Makes the version the content of the file; the current content becomes a version. */
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

/** Deletes the version permanently; the quota is freed immediately. */
export const removeVersion = endpoint({
  method: 'DELETE',
  path: '/api/items/:id/versions/:version',
  summary: 'Delete a previous version permanently',
  access: 'session',
  params,
  response: { 204: null },
  errors: ['storage.item-not-found', 'storage.version-not-found', 'storage.forbidden'],
})

/** Content of the version, with the headers of a file download (D11). */
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
