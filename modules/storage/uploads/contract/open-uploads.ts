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

/** An upload into the reader's account that has begun and not ended, whoever sends it. Sizes in bytes. */
export const OpenUpload = object({
  id: uuid(),
  type: oneOf(['upload']),
  attributes: object({
    name: string(),
    received: integer(),
    /** Null where the sender did not tell it. */
    total_size: nullable(integer()),
    /** Bytes of the account that it keeps free for itself. */
    reserved: integer(),
    created_at: timestamp(),
    /** When its last chunk came. */
    updated_at: timestamp(),
    /** Who sends it: the reader, or visitors of a link or of an upload request, whose name is `label`. */
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

/** Ends it: its bytes and its reservation are gone, its sender is told 404 with the next chunk. 404 when it is not open. */
export const endOpenUpload = endpoint({
  method: 'DELETE',
  path: '/api/user/uploads/:id',
  summary: 'End an open upload',
  access: 'session',
  params: object({ id: uuid() }),
  response: { 204: null },
  errors: ['storage.upload-not-found'],
})
