import {
  array,
  boolean,
  ErrorBody,
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
import { chunkErrors, Item, nameErrors, uploadErrors } from '../../tree/contract.ts'

/** Choices for a name that a file in the folder already has: keep both (default), replace the file, or skip the new one. */
export const conflictChoices = ['keep', 'replace', 'skip'] as const
export type ConflictChoice = (typeof conflictChoices)[number]

/** Fields of one chunk (D9, D27), in the query of an octet-stream body or as form fields. All arrive as text. */
const chunkFields = {
  name: string({ minLength: 1, maxLength: 1_024 }),
  extension: optional(string({ maxLength: 255 })),
  is_last_chunk: string({ pattern: '^(true|false|1|0)$' }),
  /** `/A/B/name.ext`: folders A and B are created under `parent_id` where missing. */
  path: optional(string({ maxLength: 16_384 })),
  parent_id: optional(string({ maxLength: 40 })),
  upload_id: optional(uuid()),
  /** Without it, with or without `upload_id`, a chunk continues the upload unless it equals the one before it (D40). */
  offset: optional(integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  total_size: optional(integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  sha256: optional(string({ pattern: '^[0-9a-fA-F]{64}$' })),
  /** ISO 8601; becomes `modified_at`. An invalid time is ignored. */
  mtime: optional(string({ maxLength: 40 })),
  /** `keep-both` means `keep`. */
  on_conflict: optional(oneOf([...conflictChoices, 'keep-both'])),
}
export const ChunkFields = object(chunkFields)
export type ChunkFields = Static<typeof ChunkFields>

// Not taken from `ChunkFields.properties`: the browser's bundle replaces schemas by empty objects.
const { is_last_chunk: _last, upload_id: _id, offset: _offset, ...fileFields } = chunkFields
const FileFields = object({ ...fileFields, name: optional(fileFields.name) })

const UploadState = object({
  id: uuid(),
  type: string(),
  attributes: object({ offset: integer(), finished: boolean(), expires_at: timestamp() }),
})

/** Responds with 200 and the offset reached, or after the last chunk with 201 and the file, which is then on disk. */
export const uploadChunk = endpoint({
  method: 'POST',
  path: '/api/upload/chunks',
  summary: 'Upload a chunk of a file',
  access: 'session',
  bodyKind: 'stream',
  streamBody: { fields: ChunkFields, octetStream: true, part: 'chunk' },
  response: { 200: single(UploadState), 201: single(Item) },
  errors: [...chunkErrors],
})

/**
 * A whole file in one call (D44): the multipart field `file`, or an octet stream; other fields as `ChunkFields`.
 * `name` defaults to the file name of the form's part. 201 with the file, which is then on disk.
 */
export const uploadFile = endpoint({
  method: 'POST',
  path: '/api/upload',
  summary: 'Upload a file in one call',
  access: 'session',
  bodyKind: 'stream',
  streamBody: { fields: FileFields, octetStream: true, part: 'file' },
  response: { 201: single(Item) },
  errors: [...uploadErrors],
})

/**
 * Small files in one request. The body starts with `head` bytes of JSON with the `ChunkFields` of each file, followed
 * by the contents of all in the same order: at most 32 files of at most 64 KiB, with `total_size` of each. 200 with the response that each file would have got alone.
 */
export const uploadBundle = endpoint({
  method: 'POST',
  path: '/api/upload/bundle',
  summary: 'Upload small files together',
  access: 'session',
  bodyKind: 'stream',
  streamBody: { octetStream: true },
  query: object({ head: integer({ minimum: 2, maximum: 1 << 20 }) }),
  response: {
    200: object({
      files: array(object({ status: integer(), data: optional(Item), error: optional(ErrorBody) })),
    }),
  },
  errors: [...chunkErrors],
})

export const uploadState = endpoint({
  method: 'GET',
  path: '/api/upload/chunks/:upload_id',
  summary: 'Read how much of an upload was received',
  access: 'session',
  params: object({ upload_id: uuid() }),
  response: { 200: single(UploadState) },
  errors: ['storage.upload-not-found'],
})

/**
 * Ends an open upload. `with_file=true`, for senders that stop without the last response: also removes the file of a
 * finished upload, where the upload created it and its content is unchanged; permanently for the owner's own calls, else to
 * the trash.
 */
export const discardUpload = endpoint({
  method: 'DELETE',
  path: '/api/upload/chunks/:upload_id',
  summary: 'Discard an upload',
  access: 'session',
  params: object({ upload_id: uuid() }),
  query: object({ with_file: optional(oneOf(['true'])) }),
  response: { 204: null },
  errors: ['storage.upload-not-found'],
})

/** A file whose name an upload has. `updated_at`: when it was stored; `modified_at`: when it was changed on its device. */
const ExistingFile = object({
  path: string(),
  size: integer(),
  updated_at: timestamp(),
  modified_at: nullable(timestamp()),
})

/** Which of these files (paths relative to `parent_id`) exist already, so that the person is asked once before the upload. */
export const checkConflicts = endpoint({
  method: 'POST',
  path: '/api/upload/conflicts',
  summary: 'Find names that are taken',
  access: 'session',
  scope: 'read',
  body: object({
    parent_id: optional(nullable(uuid())),
    paths: array(string({ minLength: 1, maxLength: 16_384 }), { minItems: 1, maxItems: 1_000 }),
  }),
  response: { 200: object({ conflicts: array(ExistingFile) }) },
  errors: ['storage.parent-not-found', ...nameErrors],
})
