import {
  array,
  endpoint,
  integer,
  nullable,
  object,
  oneOf,
  type Static,
  string,
  timestamp,
  uuid,
} from '../../../shared/contract.ts'

/** An open upload into the reader's account, whoever sends it. Sizes in bytes. */
export const OpenUpload = object({
  id: uuid(),
  type: oneOf(['upload']),
  attributes: object({
    name: string(),
    received: integer(),
    /** Null where the sender did not announce it. */
    total_size: nullable(integer()),
    /** Bytes of the account's quota that the upload reserves. */
    reserved: integer(),
    created_at: timestamp(),
    /** Time at which the last chunk arrived. */
    updated_at: timestamp(),
    /** Who sends it: the account's owner, or visitors of the share link or file request named `label`. */
    source: object({ kind: oneOf(['account', 'share', 'request']), label: nullable(string()) }),
  }),
})
export type OpenUpload = Static<typeof OpenUpload>

export const listOpenUploads = endpoint({
  method: 'GET',
  path: '/api/user/uploads',
  summary: 'List the open uploads into the account',
  access: 'session',
  response: { 200: object({ data: array(object({ data: OpenUpload })) }) },
  errors: [],
})

/**
 * Ends an open upload and releases its bytes and its reservation. The sender gets 404 for the next chunk. 404 when it
 * is not open.
 */
export const endOpenUpload = endpoint({
  method: 'DELETE',
  path: '/api/user/uploads/:id',
  summary: 'End an open upload',
  access: 'session',
  params: object({ id: uuid() }),
  response: { 204: null },
  errors: ['storage.upload-not-found'],
})
