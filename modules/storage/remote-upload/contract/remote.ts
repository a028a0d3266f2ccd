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

/** Maximum URLs of one call, and open URLs of one caller. */
export const maxRemoteUrls = 50
/** Maximum characters of a URL that is fetched. */
const maxUrlLength = 4_096
/** Maximum characters of a line, which is listed as rejected if it is too long for a URL. */
const maxLineLength = 16_384

/** Reasons that follow from the text of a URL: known at once, and unchanged by a retry. */
export const rejectedReasons = ['invalid-url', 'unsupported-scheme', 'credentials-in-url', 'port-not-allowed'] as const
export type RejectedReason = (typeof rejectedReasons)[number]

/** Why a URL yielded no file. `unreachable` does not distinguish closed, filtered and private hosts (A44). */
export const remoteReasons = [
  ...rejectedReasons,
  'unreachable',
  'invalid-redirect',
  'interrupted',
  'cancelled',
  'not-found',
  'denied',
  'invalid-response',
  'file-type-not-allowed',
  'too-large',
  'quota-exceeded',
  'empty-file',
  'parent-not-found',
  'forbidden',
  'type-not-accepted',
  'file-limit-reached',
  'disk-full',
  'internal',
] as const
export type RemoteReason = (typeof remoteReasons)[number]

const remoteStatuses = ['waiting', 'running', 'done', 'failed'] as const
export type RemoteStatus = (typeof remoteStatuses)[number]

/** Why the text of a URL is rejected, or null. The server checks ports. */
export const remoteUrlProblem = (text: string): RejectedReason | null => {
  if (text.length > maxUrlLength || !URL.canParse(text)) return 'invalid-url'
  const { protocol, username, password, hostname } = new URL(text)
  if (!/^https?:$/.test(protocol)) return 'unsupported-scheme'
  if (username || password) return 'credentials-in-url'
  return hostname === '' ? 'invalid-url' : null
}

/** Whether a URL was rejected by its text, so that a retry is of no use. */
export const isRejected = (reason: RemoteReason | null): reason is RejectedReason =>
  rejectedReasons.some((rejected) => rejected === reason)

/** `processed` includes failed URLs, so it reaches `total`. */
export const RemoteProgress = object({ processed: integer(), total: integer(), failed: integer() })
export type RemoteProgress = Static<typeof RemoteProgress>

export const RemoteUrl = object({
  id: uuid(),
  url: string(),
  status: oneOf(remoteStatuses),
  reason: nullable(oneOf(remoteReasons)),
  /** Null until the remote server has responded. */
  name: nullable(string()),
  /** Bytes; null where the remote server does not send it. */
  size: nullable(integer()),
  received: integer(),
  item_id: nullable(uuid()),
})
export type RemoteUrl = Static<typeof RemoteUrl>

export const RemoteBatch = object({
  id: uuid(),
  type: string(),
  attributes: object({
    parent_id: nullable(uuid()),
    parent_name: nullable(string()),
    created_at: timestamp(),
    finished_at: nullable(timestamp()),
    progress: RemoteProgress,
    urls: array(RemoteUrl),
  }),
})
export type RemoteBatch = Static<typeof RemoteBatch>

/**
 * Responds at once; files are fetched one by one afterwards. A rejected line is in the batch from the
 * start, failed with its reason, and does not count towards limits. 422 with a reason for each `urls.{n}` when all
 * lines are rejected.
 */
export const uploadRemote = endpoint({
  method: 'POST',
  path: '/api/upload/remote',
  summary: 'Upload from URLs',
  access: 'session',
  body: object({
    urls: array(string({ maxLength: maxLineLength }), { minItems: 1, maxItems: maxRemoteUrls }),
    parent_id: optional(nullable(uuid())),
  }),
  response: { 201: object({ type: string(), message: string(), data: RemoteBatch }) },
  errors: [
    'storage.parent-not-found',
    'storage.forbidden',
    'storage.upload-restricted',
    'storage.invalid-remote-url',
    'storage.too-many-remote-uploads',
  ],
})

/** The caller's batches that run, ended within two minutes, or ended with failures and were not dismissed. */
export const remoteUploads = endpoint({
  method: 'GET',
  path: '/api/upload/remote',
  summary: 'List remote uploads',
  access: 'session',
  response: { 200: object({ data: array(single(RemoteBatch)) }) },
  errors: [],
})

/** A batch of the caller: until an hour after its end, or a day where URLs failed, unless it is dismissed. */
export const showRemote = endpoint({
  method: 'GET',
  path: '/api/upload/remote/:batch',
  summary: 'Read a remote upload',
  access: 'session',
  params: object({ batch: uuid() }),
  response: { 200: single(RemoteBatch) },
  errors: ['storage.remote-upload-not-found'],
})

/** Cancels open URLs and dismisses the batch. Stored files stay. */
export const cancelRemote = endpoint({
  method: 'DELETE',
  path: '/api/upload/remote/:batch',
  summary: 'Cancel a remote upload',
  access: 'session',
  params: object({ batch: uuid() }),
  response: { 204: null },
  errors: ['storage.remote-upload-not-found'],
})

export const cancelRemoteUrl = endpoint({
  method: 'DELETE',
  path: '/api/upload/remote/:batch/urls/:url',
  summary: 'Cancel one URL of a remote upload',
  access: 'session',
  params: object({ batch: uuid(), url: uuid() }),
  response: { 204: null },
  errors: ['storage.remote-upload-not-found'],
})

/** Retries failed URLs: those given, else all of the batch. */
export const retryRemote = endpoint({
  method: 'POST',
  path: '/api/upload/remote/:batch/retry',
  summary: 'Retry failed URLs of a remote upload',
  access: 'session',
  params: object({ batch: uuid() }),
  body: object({ urls: optional(array(uuid(), { maxItems: maxRemoteUrls })) }),
  response: { 200: single(RemoteBatch) },
  errors: [
    'storage.remote-upload-not-found',
    'storage.too-many-remote-uploads',
    'storage.upload-restricted',
    'storage.parent-not-found',
    'storage.forbidden',
  ],
})

/** Data of the realtime event `remote-file-created`: a URL is done or has failed. `file`: an `Item`, or null. */
export interface RemoteFileCreated {
  batch_id: string
  progress: RemoteProgress
  file: unknown
  url: RemoteUrl
}

/** Data of `remote-upload-progress`, at most once a second: the running URLs. */
export interface RemoteUploadProgress {
  batch_id: string
  urls: RemoteUrl[]
}
