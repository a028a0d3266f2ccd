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

/** Addresses of one call, and those of one caller that may wait at a time (SECURITY.md §4). */
export const maxRemoteUrls = 50
/** Characters of a URL that is fetched, and of a line that is read at all. */
const maxUrlLength = 4_096
const maxLineLength = 16_384

/** Reasons that the text of a URL gives: known at once, and the same whenever it is tried. */
export const rejectedReasons = ['bad-url', 'unsupported-scheme', 'credentials-in-url', 'port-not-allowed'] as const
export type RejectedReason = (typeof rejectedReasons)[number]

/** Why an address gave no file. `unreachable` does not tell closed, filtered and private hosts apart (A44). */
export const remoteReasons = [
  ...rejectedReasons,
  'unreachable',
  'bad-redirect',
  'interrupted',
  'not-found',
  'denied',
  'bad-answer',
  'blacklisted-type',
  'too-large',
  'quota-exceeded',
  'empty-file',
  'parent-not-found',
  'not-allowed',
  'unwanted-kind',
  'too-many-files',
  'disk-full',
  'internal',
] as const
export type RemoteReason = (typeof remoteReasons)[number]

export const remoteStatuses = ['waiting', 'running', 'done', 'failed'] as const
export type RemoteStatus = (typeof remoteStatuses)[number]

/** Why no server of ours would fetch this text, or null. Ports are the server's matter. */
export const remoteUrlProblem = (text: string): RejectedReason | null => {
  if (text.length > maxUrlLength || !URL.canParse(text)) return 'bad-url'
  const { protocol, username, password, hostname } = new URL(text)
  if (!/^https?:$/.test(protocol)) return 'unsupported-scheme'
  if (username || password) return 'credentials-in-url'
  return hostname === '' ? 'bad-url' : null
}

/** Whether the text of a URL is what kept it from being fetched: trying again is of no use. */
export const isRejected = (reason: RemoteReason | null): reason is RejectedReason =>
  rejectedReasons.some((rejected) => rejected === reason)

/** `processed` counts failed ones too: it reaches `total`. */
export const RemoteProgress = object({ processed: integer(), total: integer(), failed: integer() })
export type RemoteProgress = Static<typeof RemoteProgress>

export const RemoteUrl = object({
  id: uuid(),
  url: string(),
  status: oneOf(remoteStatuses),
  reason: nullable(oneOf(remoteReasons)),
  /** Known once the server has answered. */
  name: nullable(string()),
  /** Bytes, where the server told. */
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
 * Answers at once; the files come one by one (API.md §7.5). A line that is no link to fetch is in the batch from the start,
 * failed with its reason, and costs nothing; where no line is one, 422 with a reason for each `urls.{n}`.
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
    'storage.not-allowed',
    'storage.upload-restricted',
    'storage.bad-remote-url',
    'storage.too-many-remote-uploads',
  ],
})

/** The caller's batches that run, that ended within two minutes, or that ended with failures and were not put away. */
export const remoteUploads = endpoint({
  method: 'GET',
  path: '/api/upload/remote',
  summary: 'List remote uploads',
  access: 'session',
  response: { 200: object({ data: array(single(RemoteBatch)) }) },
  errors: [],
})

/** Ends what runs or waits and puts the batch away. Files that are there stay. */
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

/** Tries failed addresses again: those given, else all of the batch. */
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
    'storage.not-allowed',
  ],
})

/** Data of the realtime event `remote-file-created`: an address is done or has failed. `file`: an `Item`, or null. */
export interface RemoteFileCreated {
  batch_id: string
  progress: RemoteProgress
  file: unknown
  url: RemoteUrl
}

/** Data of `remote-upload-progress`, once a second at most: the addresses that are on their way. */
export interface RemoteUploadProgress {
  batch_id: string
  urls: RemoteUrl[]
}
