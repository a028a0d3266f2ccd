import { sql, type Updateable } from 'kysely'
import type { Db } from '../../../platform/index.ts'
import { dayMs } from '../../../shared/contract.ts'
import type { AcceptedType, UpdateFileRequest } from '../../contract.ts'
import type { SharingTables } from '../entities/index.ts'
import { sharingErrors } from '../errors.ts'

/** Columns to write; missing ones stay unchanged. */
type FileRequestChanges = Updateable<SharingTables['file_requests']>
/** Fields of the API that set columns in another way, below. */
type Computed = 'accepted_types' | 'expires_at' | 'deadline' | 'expires_in_days'

/** Columns by the text field of the API that sets them. */
const texts = { name: 'name', title: 'title', notes: 'message' } as const satisfies Partial<
  Record<keyof UpdateFileRequest, keyof FileRequestChanges>
>

/** Columns by the other fields of the API. */
const columns = {
  grace_minutes: 'grace_minutes',
  max_file_size: 'max_file_size',
  max_files: 'max_files',
  require_name: 'require_name',
  require_email: 'require_email',
  folder_per_uploader: 'folder_per_uploader',
  visibility: 'visibility',
  allow_uploader_close: 'allow_uploader_close',
} as const satisfies Record<Exclude<keyof UpdateFileRequest, keyof typeof texts | Computed>, keyof FileRequestChanges>

/** The columns that a call changes. 422 for a deadline in the past. */
export const fileRequestChangesOf = async (db: Db, input: UpdateFileRequest): Promise<FileRequestChanges> => {
  const changes: Record<string, unknown> = {}
  for (const [field, column] of Object.entries(columns) as [keyof typeof columns, string][])
    if (input[field] !== undefined) changes[column] = input[field]
  for (const [field, column] of Object.entries(texts) as [keyof typeof texts, string][])
    if (input[field] !== undefined) changes[column] = input[field]?.trim() || null
  const { accepted_types: types } = input
  if (types !== undefined)
    changes.accepted_types = types?.length ? sql<AcceptedType[]>`${JSON.stringify([...new Set(types)])}::jsonb` : null
  const expires_at = await newDeadline(db, input)
  if (expires_at !== undefined) Object.assign(changes, { expires_at, auto_close: false })
  return changes as FileRequestChanges
}

/** Undefined: the call does not change it. */
const newDeadline = async (db: Db, input: UpdateFileRequest): Promise<Date | null | undefined> => {
  const { expires_in_days: days } = input
  if (days !== undefined) return new Date((await db.now()).getTime() + days * dayMs)
  const field = input.expires_at === undefined ? 'deadline' : 'expires_at'
  const deadline = input[field]
  return deadline === undefined ? undefined : parseDeadline(db, deadline, field)
}

/** 422 `expiry-in-the-past` at `field`. */
export const parseDeadline = async (db: Db, input: string | null, field: string): Promise<Date | null> => {
  if (input === null) return null
  const deadline = new Date(input)
  if (!(deadline > (await db.now()))) throw sharingErrors.fail('expiry-in-the-past', { field })
  return deadline
}
