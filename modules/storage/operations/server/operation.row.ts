import type { Sql, Tx } from '../../../platform/index.ts'
import type { OnConflict } from '../../tree/contract.ts'
import type { Scope, TargetItems } from '../../tree/index.ts'
import type { ConflictResult, Imported, LeftOut, OperationKind, OperationState } from '../contract.ts'

/**
 * An archive, and the folder in which its new folder is created. Its content is the one it had when it was chosen, which nothing
 * keeps: where it was replaced or deleted meanwhile, the operation fails with `blob-missing`.
 */
export interface ArchiveInput {
  name: string
  key: string
  size: number
  parentId: string | null
}

/** Parameters of an operation, as stored in its row. */
interface OperationInput {
  targets?: TargetItems
  toHome?: boolean
  /** Resolves name conflicts in the target. Absent: names are numbered. */
  onConflict?: OnConflict
  /** Id of the operation that this one undoes. */
  undoes?: string
  /** Archive to extract or import. */
  archive?: ArchiveInput
  /** Folder (null: the root) to restore to a time. */
  rewind?: { folder: string | null; at: string }
}

/**
 * Cursor of a list that is being written: goes on behind an item, or behind an entry of this operation or of the one that is
 * undone. Of a list that is gone through several times: the number of the pass.
 */
type ListCursor = { folder: boolean; time: string; id: string } | { position: number } | { pass: number }

/** A written page of a list; the last one needs no cursor, unless something follows it. */
export interface ListPage {
  cursor: ListCursor | null
  isLast: boolean
}

/** A row of `operations`. */
export interface OperationRow {
  id: string
  kind: OperationKind
  owner_id: string
  actor_id: string | null
  scope: Scope
  input: OperationInput
  target_folder_id: string | null
  state: OperationState
  processed: number
  /** Null while its list is being written. */
  total: number | null
  /** Cursor of the list; the position up to which the reservation of an extraction is released. */
  list_cursor: ListCursor | null
  prepared: boolean
  /** False: it was completed before the response; its row exists for undo. */
  background: boolean
  /** Position of the last processed entry of its list. */
  position: number
  /** Bytes reserved for a copy that are not copied yet. */
  reserved_bytes: number
  attempts: number
  error: string | null
  /** Whether the actor has been told that it failed. */
  dismissed: boolean
  /** Outcome of a background operation that is done. */
  result: ConflictResult | null
  /** Entries that an extraction or import, or items that a restore to an earlier time has left out so far. */
  left_out: LeftOut[] | null
  /** Numbers of an import so far. */
  imported: Imported | null
  created_at: Date
}

/** Runs the next batch of an operation in a transaction that has locked its row. False when nothing is left. */
export type OperationBatch = (tx: Tx, op: OperationRow) => Promise<boolean>

export interface NewOperation {
  kind: OperationKind
  input: OperationInput
  to?: string | null
  total?: number | null
  background?: boolean
  reserved?: number
}

/** JSON of a scope without its socket, so that later batches notify the calling tab, too. */
export const storedScope = (scope: Scope): string =>
  JSON.stringify({ ...scope, actor: { ...scope.actor, socketId: null } })

export const insertOperation = async (sql: Sql, scope: Scope, operation: NewOperation): Promise<OperationRow> => {
  const [row] = await sql.query<OperationRow>(
    `insert into operations (kind, owner_id, actor_id, scope, input, target_folder_id, total, background, reserved_bytes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning *`,
    [
      operation.kind,
      scope.ownerId,
      scope.actor.userId,
      storedScope(scope),
      JSON.stringify(operation.input),
      operation.to ?? null,
      operation.total ?? null,
      operation.background ?? true,
      operation.reserved ?? 0,
    ],
  )
  return row as OperationRow
}

/** Locks the row for this transaction, so that workers of one operation take turns; null when it is not running. */
export const lockRunning = async (tx: Tx, id: string): Promise<OperationRow | null> => {
  const [row] = await tx.query<OperationRow>(
    `select * from operations where id = $1 and state = 'running' for update`,
    [id],
  )
  return row ?? null
}

/** Records the progress of a batch, in its transaction. */
export const advanceOperation = async (sql: Sql, id: string, processed: number, position: number | null = null) => {
  await sql.query(
    `update operations set processed = processed + $2, position = coalesce($3, position), attempts = 0, updated_at = now()
     where id = $1`,
    [id, processed, position],
  )
}

/**
 * Ends an operation and releases its reservation. False when it had already ended. Its time is after the last batch, for which this
 * may wait.
 */
export const endOperation = async (
  sql: Sql,
  id: string,
  state: Exclude<OperationState, 'running'>,
  error: string | null = null,
  result: ConflictResult | null = null,
): Promise<boolean> => {
  const rows = await sql.query(
    `with was as (
       select id, owner_id, reserved_bytes from operations where id = $1 and state = 'running' for update
     ), ended as (
       update operations o set state = $2, error = $3, result = $4, reserved_bytes = 0, updated_at = clock_timestamp(),
         total = case when $2 = 'done' then o.processed else o.total end
       from was where o.id = was.id returning o.id
     ), freed as (
       update usage set reserved_bytes = greatest(usage.reserved_bytes - was.reserved_bytes, 0)
       from was where usage.user_id = was.owner_id and was.reserved_bytes > 0
     ) select id from ended`,
    [id, state, error, result && JSON.stringify(result)],
  )
  return rows.length > 0
}
