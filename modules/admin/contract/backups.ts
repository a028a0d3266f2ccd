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
 * `verified`: its files were read again and are as they were written. `torn`: one is missing or was changed. `damaged`: it
 * lacks files that the storage had lost. `stored`: not read again yet.
 */
export const backupStates = ['verified', 'stored', 'damaged', 'torn', 'failed'] as const
export type BackupState = (typeof backupStates)[number]

/** A backup, or an attempt that failed; sizes in bytes. */
export const Backup = object({
  /** Null of a failed one. */
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
  /** Why it failed. */
  reason: nullable(string()),
})
export type Backup = Static<typeof Backup>

/** The newest ones. `place`: where scheduled ones go; null: nowhere, and there is no next one. */
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
