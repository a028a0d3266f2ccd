import { type RawBuilder, sql } from 'kysely'
import type { Executor, RowOf } from '../../platform/index.ts'
import { closeIdleAfterHours, expireUnansweredAfterHours } from '../contract.ts'
import type { SharingTables } from './entities/index.ts'

/** Columns of `FileRequestRow`; its status now is computed. */
export const requestColumns = [
  'id',
  'owner_id',
  'token_encrypted',
  'parent_id',
  'folder_id',
  'name',
  'title',
  'message',
  'emails',
  'expires_at',
  'grace_minutes',
  'auto_close',
  'max_file_size',
  'max_files',
  'accepted_types',
  'require_name',
  'require_email',
  'folder_per_uploader',
  'visibility',
  'allow_uploader_close',
  'received_files',
  'received_bytes',
  'last_upload_at',
  'closed_at',
  'created_at',
] as const

type Status = RowOf<SharingTables['file_requests']>['status']

export type FileRequestRow = Pick<RowOf<SharingTables['file_requests']>, (typeof requestColumns)[number]> & {
  /** Now, deadlines considered. */
  status: Status
  /** Past the deadline, within the grace period. */
  late: boolean
}

/** A request as each call looks it up. */
export type FoundFileRequest = FileRequestRow & {
  /** A chunk that arrives now is recorded as activity: it would close by itself, and the last record is a minute old. */
  activity_due: boolean
}

const isIdle = `coalesce(r.last_upload_at <= now() - interval '${closeIdleAfterHours} hours', true)`

/** Status that the terms of `file_requests r` give it now. A request that still receives a file is not idle. */
const byTerms = `case
  when r.expires_at + make_interval(mins => r.grace_minutes) <= now() then 'expired'
  when r.auto_close and r.received_files = 0
    and r.created_at <= now() - interval '${expireUnansweredAfterHours} hours' and ${isIdle} then 'expired'
  when r.auto_close and r.received_files > 0 and ${isIdle} then 'closed'
  else 'active' end`

/** Status of `file_requests r` now: one that is stored as active may have expired, or been idle for too long. */
export const currentStatus = `case when r.status <> 'active' then r.status else ${byTerms} end`

/** Whether a file that arrives now at `file_requests r` is late. */
export const isLateSql = 'coalesce(r.expires_at <= now(), false)'

/** Columns of `FoundFileRequest`, of `file_requests r`, for prepared SQL. */
export const fileRequestColumns = [
  ...requestColumns.map((column) => `r.${column}`),
  `${currentStatus} as status`,
  `${isLateSql} as late`,
  `r.auto_close and coalesce(r.last_upload_at <= now() - interval '1 minute', true) as activity_due`,
].join(', ')

export const statusByTerms = sql.raw(byTerms) as RawBuilder<Status>
export const statusNow = sql.raw(currentStatus) as RawBuilder<Status>

export type OwnedFileRequestRow = FileRequestRow & { uploaders: number }

/** File requests of one owner. */
export const ownedFileRequests = (executor: Executor, ownerId: string) =>
  executor
    .builder<SharingTables>()
    .selectFrom('file_requests as r')
    .select(requestColumns.map((column) => `r.${column}` as const))
    .select((from) => [
      statusNow.as('status'),
      (sql.raw(isLateSql) as RawBuilder<boolean>).as('late'),
      from
        .selectFrom('file_request_uploaders as u')
        .select(({ fn }) => fn.countAll<number>().as('uploaders'))
        .whereRef('u.request_id', '=', 'r.id')
        .where('u.last_upload_at', 'is not', null)
        .$asScalar()
        .$notNull()
        .as('uploaders'),
    ])
    .where('r.owner_id', '=', ownerId)

export const uploaderColumns = [
  'id',
  'request_id',
  'name',
  'email',
  'locale',
  'folder_id',
  'last_upload_at',
  'submitted_at',
] as const

/** One browser that answers a request. */
export type UploaderRow = Pick<RowOf<SharingTables['file_request_uploaders']>, (typeof uploaderColumns)[number]>
