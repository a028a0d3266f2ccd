import { lockIsFree, type Sql } from '../../../platform/index.ts'
import type { Imported, LeftOut } from '../../operations/contract.ts'
import type { OperationRow } from '../../operations/index.ts'
import { extractionPrincipal } from '../../uploads/index.ts'
import type { ImportedIds } from './imported-items.ts'

/** Kinds of operations that the runner of extractions has. */
const isExtraction = `kind in ('extract', 'import')`

/** Account that a running extraction belongs to; its own operations wait for each other. */
export type RunningExtraction = OperationRow & { actor_id: string }

/**
 * The first waiting extraction of each account, least recently worked on first; without those of `busy` accounts, and of
 * accounts for which another process extracts. One that failed waits 1, 3, 9 … seconds, in which the next one of its account has
 * its turn; a clock that was put back does not keep it waiting.
 */
export const nextExtractions = (sql: Sql, busy: readonly string[]): Promise<RunningExtraction[]> =>
  sql.query<RunningExtraction>(
    `select * from (
       select distinct on (actor_id) * from operations where ${isExtraction} and state = 'running' and actor_id is not null
         and (attempts = 0 or updated_at not between now() - power(3, attempts - 1) * interval '1 second' and now())
       order by actor_id, created_at, id
     ) first where actor_id <> all($1::uuid[]) and ${lockIsFree("'extractions/' || actor_id")}
     order by updated_at, id limit 10`,
    [busy],
  )

/** Whether any extraction waits or runs; of one account, how many. */
export const countExtractions = async (sql: Sql, actorId: string | null = null): Promise<number> => {
  const [row] = await sql.query<{ n: number }>(
    `select count(*) as n from operations
     where ${isExtraction} and state = 'running' and ($1::uuid is null or actor_id = $1)`,
    [actorId],
  )
  return row?.n ?? 0
}

/** Position of the entry from which on the bytes of an extraction are still reserved. */
export const releasedPositionOf = ({ list_cursor }: Pick<OperationRow, 'list_cursor'>): number =>
  ({ position: 0, ...list_cursor }).position

interface Release {
  from: number
  to: number
  bytes: number
}

/**
 * Gives bytes of the reservation back, which the files that are stored next take from the quota themselves. Once for each
 * entry: the row tells an attempt that repeats a batch how far the one before it came.
 */
export const releaseReserved = async (sql: Sql, id: string, { from, to, bytes }: Release): Promise<void> => {
  await sql.query(
    `with op as (
       select id, owner_id, least(reserved_bytes, $2::bigint) as bytes from operations
       where id = $1 and state = 'running' and coalesce((list_cursor ->> 'position')::int, 0) = $3 for update
     ), changed as (
       update operations o set reserved_bytes = o.reserved_bytes - op.bytes,
         list_cursor = jsonb_build_object('position', $4::int) from op where o.id = op.id
     ) update usage set reserved_bytes = greatest(usage.reserved_bytes - op.bytes, 0) from op where user_id = op.owner_id`,
    [id, bytes, from, to],
  )
}

/** Uploads of extractions that were ended after a crash had left them open: no attempt follows that would end them. */
export const findLeftUploads = (sql: Sql): Promise<{ principal: string; id: string }[]> =>
  sql.query<{ principal: string; id: string }>(
    `select principal, id from upload_sessions where finished_at is null and starts_with(principal, $1)
     and principal not in (select $1 || id from operations where ${isExtraction} and state = 'running')`,
    [extractionPrincipal],
  )

interface Advance {
  from: number
  to: number
  items: number
  leftOut: LeftOut[]
  /** Numbers of an import so far, and items of this batch by their ids in the export. */
  imported?: Imported
  ids?: ImportedIds
}

/** Counts a stored batch. False when the operation was ended, or another process has counted it. */
export const advanceExtraction = async (
  sql: Sql,
  id: string,
  { from, to, items, leftOut, imported, ids = { from: [], to: [] } }: Advance,
): Promise<boolean> => {
  const rows = await sql.query(
    `with advanced as (
       update operations set position = $3, processed = processed + $4, left_out = $5, imported = $6, attempts = 0,
         updated_at = now() where id = $1 and state = 'running' and position = $2 returning id
     ), noted as (
       insert into operation_items (operation_id, from_id, to_id, action)
       select advanced.id, noted.from_id, noted.to_id, 'import' from advanced, unnest($7::uuid[], $8::uuid[]) as noted (from_id, to_id)
     ) select 1 from advanced`,
    [id, from, to, items, JSON.stringify(leftOut), imported ? JSON.stringify(imported) : null, ids.from, ids.to],
  )
  return rows.length > 0
}

/**
 * Counts an attempt as it begins: one that ends its process, such as by its memory, is never seen to fail. Progress resets the
 * number. Null: the operation has ended.
 */
export const beginAttempt = async (sql: Sql, id: string): Promise<OperationRow | null> => {
  const [row] = await sql.query<OperationRow>(
    `update operations set attempts = attempts + 1, updated_at = now() where id = $1 and state = 'running' returning *`,
    [id],
  )
  return row ?? null
}

/** Takes back an attempt that was neither finished nor at fault: the process stops, or another one has the extraction. */
export const withdrawAttempt = async (sql: Sql, id: string): Promise<void> => {
  await sql.query(`update operations set attempts = greatest(attempts - 1, 0) where id = $1 and state = 'running'`, [
    id,
  ])
}

/** Ends an attempt that failed; the number of those that followed each other, 0 of an operation that was ended. */
export const failAttempt = async (sql: Sql, id: string): Promise<number> => {
  const [row] = await sql.query<{ attempts: number }>(
    `update operations set attempts = greatest(attempts, 1), updated_at = now()
     where id = $1 and state = 'running' returning attempts`,
    [id],
  )
  return row?.attempts ?? 0
}

/** Whether the archive's content is still to be stored: a file or a version refers to it. */
export const isArchiveKept = async (sql: Sql, id: string): Promise<boolean> => {
  const rows = await sql.query(
    `select 1 from operations o join blobs b on b.key = o.input -> 'archive' ->> 'key' where o.id = $1`,
    [id],
  )
  return rows.length > 0
}
