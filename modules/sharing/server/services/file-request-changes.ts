import { sql, type Updateable } from 'kysely'
import type { Db } from '../../../platform/index.ts'
import type { AcceptedType, UpdateFileRequest } from '../../contract.ts'
import type { SharingTables } from '../entities/index.ts'
import { sharingErrors } from '../errors.ts'

const dayMs = 24 * 3_600_000

/** Fields of the API that are columns of the same name. */
const sameName = [
  'grace_minutes',
  'max_file_size',
  'max_files',
  'require_name',
  'require_email',
  'folder_per_uploader',
  'visibility',
  'allow_uploader_close',
] as const satisfies readonly (keyof UpdateFileRequest)[]

/** Columns by the text field of the API that sets them. */
const texts = { name: 'name', title: 'title', notes: 'message' } as const

/** The columns that a call changes. 422 for a deadline in the past. */
export const changesOf = async (
  db: Db,
  input: UpdateFileRequest,
): Promise<Updateable<SharingTables['file_requests']>> => {
  const changes: Record<string, unknown> = {}
  for (const field of sameName) if (input[field] !== undefined) changes[field] = input[field]
  for (const [field, column] of Object.entries(texts) as [keyof typeof texts, string][])
    if (input[field] !== undefined) changes[column] = input[field]?.trim() || null
  const { accepted_types: types } = input
  if (types !== undefined)
    changes.accepted_types = types?.length ? sql<AcceptedType[]>`${JSON.stringify([...new Set(types)])}::jsonb` : null
  const expires_at = await newDeadline(db, input)
  if (expires_at !== undefined) Object.assign(changes, { expires_at, auto_close: false })
  return changes as Updateable<SharingTables['file_requests']>
}

/** Undefined: the call does not change it. */
const newDeadline = async (db: Db, input: UpdateFileRequest): Promise<Date | null | undefined> => {
  const { expires_in_days: days } = input
  if (days !== undefined) return new Date((await db.now()).getTime() + days * dayMs)
  const field = input.expires_at === undefined ? 'deadline' : 'expires_at'
  const deadline = input[field]
  return deadline === undefined ? undefined : deadlineOf(db, deadline, field)
}

/** 422 `expiry-in-the-past` at `field`. */
export const deadlineOf = async (db: Db, input: string | null, field: string): Promise<Date | null> => {
  if (input === null) return null
  const deadline = new Date(input)
  if (!(deadline > (await db.now()))) throw sharingErrors.fail('expiry-in-the-past', { field })
  return deadline
}
