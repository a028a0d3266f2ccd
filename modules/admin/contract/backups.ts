import {
  array,
  boolean,
  endpoint,
  integer,
  nullable,
  object,
  oneOf,
  type Static,
  string,
  timestamp,
} from '../../shared/contract.ts'

/**
 * `verified`: the backup's files were read again and are unchanged. `torn`: one of them is missing or was changed.
 * `damaged`: the storage had lost files before, which the backup lacks. `stored`: not read again yet.
 */
export const backupStates = ['verified', 'stored', 'damaged', 'torn', 'failed'] as const
export type BackupState = (typeof backupStates)[number]

/** A backup, or an attempt that failed; sizes in bytes. */
export const Backup = object({
  /** Null for a failed attempt. */
  id: nullable(string()),
  at: timestamp(),
  state: oneOf(backupStates),
  /** Folder or object store, without secrets. */
  place: string(),
  /** Files of accounts and their size. */
  files: integer(),
  bytes: integer(),
  /** Files that the storage had lost or damaged. */
  missing: integer(),
  /** Reason of the failure. */
  reason: nullable(string()),
})
export type Backup = Static<typeof Backup>

/** The newest backups. `place`: target of scheduled backups; null: none is set, and `next_at` is null too. */
export const BackupPage = object({
  data: array(Backup),
  meta: object({
    place: nullable(string()),
    next_at: nullable(timestamp()),
    running: boolean(),
    verifying: boolean(),
  }),
})
export type BackupPage = Static<typeof BackupPage>

export const listBackups = endpoint({
  method: 'GET',
  path: '/api/admin/backups',
  summary: 'List the newest backups',
  access: 'admin',
  scope: 'account',
  response: { 200: BackupPage },
  errors: [],
})
