import {
  array,
  boolean,
  endpoint,
  integer,
  listQuery,
  nullable,
  object,
  oneOf,
  optional,
  Paginate,
  type Static,
  SuccessMessage,
  single,
  string,
  timestamp,
  uuid,
} from '../../shared/contract.ts'
import { Item, type ItemKind } from '../../storage/contract.ts'
import { Email } from '../../users/contract.ts'
import { maxRecipients } from './share-links.ts'
import { tokenParams } from './tokens.ts'

/** A request without a chosen deadline expires after so many hours without an upload. */
export const expireUnansweredAfterHours = 72
/** A request without a chosen deadline closes so many hours after its last upload. */
export const closeIdleAfterHours = 3
export const maxGraceMinutes = 7 * 24 * 60

const kind = () => oneOf(['image', 'video', 'audio', 'document', 'other'])
const visibility = () => oneOf(['own', 'none', 'all'])
export type FileRequestVisibility = 'own' | 'none' | 'all'
export type AcceptedType = Exclude<ItemKind, 'folder'>
export const fileRequestStatuses = ['active', 'filled', 'expired'] as const
export type FileRequestStatus = (typeof fileRequestStatuses)[number]
const status = () => oneOf(fileRequestStatuses)

/** The terms, shown to uploaders as well. */
export const fileRequestTerms = {
  status: status(),
  title: nullable(string()),
  notes: nullable(string()),
  expires_at: nullable(timestamp()),
  grace_minutes: integer(),
  max_file_size: nullable(integer()),
  max_files: nullable(integer()),
  accepted_types: nullable(array(kind())),
  require_name: boolean(),
  require_email: boolean(),
  visibility: visibility(),
  allow_uploader_close: boolean(),
  /** Number of received files. */
  received: integer(),
  created_at: timestamp(),
}

/** A file request as its owner sees it. */
export const FileRequest = object({
  id: uuid(),
  type: string(),
  attributes: object({
    token: string(),
    link: string(),
    folder_id: nullable(uuid()),
    name: nullable(string()),
    email: nullable(string()),
    emails: array(string()),
    folder_per_uploader: boolean(),
    ...fileRequestTerms,
    received_bytes: integer(),
    uploaders: integer(),
    last_upload_at: nullable(timestamp()),
    closed_at: nullable(timestamp()),
  }),
  relationships: object({ folder: optional(object({ data: Item })) }),
})
export type FileRequest = Static<typeof FileRequest>

/** Characters of the title, and of the folder's name. */
export const maxRequestTitle = 200
export const maxRequestNotes = 2_000
/** Characters of a search in the list. */
export const maxRequestSearch = 200

/** A missing field stays unchanged (edit) or gets its default (create); null clears it. */
const options = {
  /** Name of the folder that is created with the first upload. */
  name: optional(nullable(string({ maxLength: maxRequestTitle }))),
  title: optional(nullable(string({ maxLength: maxRequestTitle }))),
  notes: optional(nullable(string({ maxLength: maxRequestNotes }))),
  /** Missing at creation: `expireUnansweredAfterHours` and `closeIdleAfterHours` apply; null: no deadline. */
  expires_at: optional(nullable(timestamp())),
  /** Another name of `expires_at`. */
  deadline: optional(nullable(timestamp())),
  /** Days from now, by the server's clock, instead of `expires_at`. */
  expires_in_days: optional(integer({ minimum: 1, maximum: 3_650 })),
  grace_minutes: optional(integer({ minimum: 0, maximum: maxGraceMinutes })),
  /** Bytes. */
  max_file_size: optional(nullable(integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))),
  max_files: optional(nullable(integer({ minimum: 1, maximum: 1_000_000 }))),
  accepted_types: optional(nullable(array(kind(), { maxItems: 5 }))),
  require_name: optional(boolean()),
  require_email: optional(boolean()),
  folder_per_uploader: optional(boolean()),
  visibility: optional(visibility()),
  allow_uploader_close: optional(boolean()),
}

export const CreateFileRequest = object({
  folder_id: optional(nullable(uuid())),
  email: optional(nullable(Email)),
  emails: optional(array(Email, { maxItems: maxRecipients })),
  ...options,
})
export type CreateFileRequest = Static<typeof CreateFileRequest>

export const createFileRequest = endpoint({
  method: 'POST',
  path: '/api/file-request',
  summary: 'Create a file request',
  access: 'session',
  body: CreateFileRequest,
  response: { 201: single(FileRequest) },
  errors: ['sharing.expiry-in-the-past', 'sharing.request-not-found', 'storage.item-not-found'],
})

/** `search`: words of its title, of its folder's name or of its recipients, whatever their case and accents. */
const filters = {
  search: optional(string({ maxLength: maxRequestSearch })),
  status: optional(status()),
}
export const FileRequestFilters = object(filters)
export type FileRequestFilters = Static<typeof FileRequestFilters>

/** `sort`: by the name of the folder, or by `size` of the received files. */
const FileRequestQuery = object({ ...listQuery, ...filters })
export type FileRequestQuery = Static<typeof FileRequestQuery>

/** The caller's requests, the newest first unless the query sorts them, by page number or cursor. */
export const listFileRequests = endpoint({
  method: 'GET',
  path: '/api/file-request',
  summary: 'List file requests',
  access: 'session',
  query: FileRequestQuery,
  response: {
    200: object({
      data: array(single(FileRequest)),
      meta: object({
        /** The list is of no folder. */
        root: nullable(Item),
        paginate: Paginate,
        /** As `paginate.nextCursor`. */
        next_cursor: nullable(string()),
      }),
    }),
  },
  errors: ['sharing.invalid-cursor'],
})

export const UpdateFileRequest = object(options)
export type UpdateFileRequest = Static<typeof UpdateFileRequest>

export const updateFileRequest = endpoint({
  method: 'PATCH',
  path: '/api/file-request/:token',
  summary: 'Change a file request',
  access: 'session',
  params: tokenParams(),
  body: UpdateFileRequest,
  response: { 200: single(FileRequest) },
  errors: ['sharing.request-not-found', 'sharing.expiry-in-the-past'],
})

/** Opens a closed request; removes a deadline in the past unless a new one is given. */
export const reopenFileRequest = endpoint({
  method: 'POST',
  path: '/api/file-request/:token/reopen',
  summary: 'Open a file request again',
  access: 'session',
  params: tokenParams(),
  body: object({ expires_at: optional(nullable(timestamp())) }),
  response: { 200: single(FileRequest) },
  errors: ['sharing.request-not-found', 'sharing.expiry-in-the-past'],
})

/** Deletes the link permanently; received files stay. */
export const revokeFileRequest = endpoint({
  method: 'POST',
  path: '/api/file-request/:token/revoke',
  summary: 'Remove a file request',
  access: 'session',
  params: tokenParams(),
  response: { 200: SuccessMessage },
  errors: ['sharing.request-not-found'],
})
