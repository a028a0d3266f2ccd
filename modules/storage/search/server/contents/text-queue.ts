import type { Sql } from '../../../../platform/index.ts'
import { lexemesOf } from './lexemes.ts'
import { maxFileBytes, textPatterns } from './text-source.ts'

export interface PendingText {
  blob_id: string
  owner_id: string
  key: string
  media_type: string
}

/** A place in the order in which contents were stored. */
export interface Place {
  id: string
  at: string
}

/** Contents that one statement looks at. */
const scanBatch = 5_000
/** A content may appear so long after its time, which is that of the beginning of its transaction. */
const lateness = '10 minutes'
const maxAttempts = 3
const retryDelay = '5 minutes'
/** A time further ahead comes from a clock that was ahead. */
const isDue = `t.due_at not between now() and now() + interval '${retryDelay}'`

const firstId = '00000000-0000-0000-0000-000000000000'

/** The place before all contents. */
export const firstPlace: Place = { id: firstId, at: '-infinity' }

/** A look at the contents of some time: where it goes on, null at its end, and where the next look begins. */
export interface Look {
  place: Place | null
  next: Place
}

/**
 * Begins a look where the last one says, or else where the rows end. Times that lie ahead come from a clock that was: the
 * contents stored since then are before them.
 */
export const beginLook = async (sql: Sql, last: Look | null): Promise<Look & { place: Place }> => {
  const [row] = await sql.query<{ at: string; next: string }>(
    `select least(coalesce($1::timestamptz, (select max(created_at) from blob_texts where created_at <= now())
       - interval '${lateness}', '-infinity'), latest)::text as at, latest::text as next
     from (select now() - interval '${lateness}' as latest) l`,
    [last?.next.at ?? null],
  )
  const { at, next } = row as { at: string; next: string }
  return { place: { id: firstId, at }, next: { id: firstId, at: next } }
}

/**
 * Contents after a place that have text get a row, unless they have one. In the order of their ids, in which those who
 * delete contents lock them. Contents that these have locked are left out: of those that stay, because of a copy, older ones wait
 * for the weekly look. Only items and versions that refer to a content tell its owner.
 */
const queueSql = `with scanned as materialized (
    select id, created_at, media_type, size from blobs
    where created_at >= $1::timestamptz and (created_at, id) > ($1::timestamptz, $2::uuid)
    order by created_at, id limit ${scanBatch}
  ), queued as (
    insert into blob_texts (blob_id, owner_id, created_at)
    select s.id, o.owner_id, s.created_at from scanned s join blobs b on b.id = s.id cross join lateral (
      select owner_id, name from items where blob_id = s.id
      union all select v.owner_id, i.name from item_versions v join items i on i.id = v.item_id where v.blob_id = s.id limit 1
    ) o
    where s.size between 1 and ${maxFileBytes} and s.media_type ~* ('^application/octet-stream$|' || $3)
      and not exists (select from blob_texts t where t.blob_id = s.id)
      and (s.media_type ~* $3 or (s.media_type = 'application/octet-stream' and o.name ~* $4))
    order by s.id for key share of b skip locked on conflict do nothing
  ) select id, created_at::text as at from scanned order by created_at desc, id desc limit 1`

/** Queues the contents of one batch; resolves with the place of its last one, or null where there are no more. */
export const queueAfter = async (sql: Sql, { id, at }: Place): Promise<Place | null> => {
  const [last] = await sql.query<Place>(queueSql, [at, id, textPatterns.types, textPatterns.names])
  return last ?? null
}

/** The newest content whose text is due. */
export const nextText = async (sql: Sql): Promise<PendingText | null> => {
  const [next] = await sql.query<PendingText>(
    `select t.blob_id, t.owner_id, b.key, b.media_type from blob_texts t join blobs b on b.id = t.blob_id
     where t.status = 'pending' and ${isDue} order by t.created_at desc limit 1`,
    [],
    'storage.next-text',
  )
  return next ?? null
}

/** Numbers of contents whose text has not been read yet, and could not be read. */
export const countUnread = async (sql: Sql): Promise<{ pending: number; failed: number }> => {
  const rows = await sql.query<{ status: string; n: number }>(
    `select status, count(*)::int as n from blob_texts where status <> 'ready' group by status`,
  )
  return { pending: 0, failed: 0, ...Object.fromEntries(rows.map(({ status, n }) => [status, n])) }
}

/** Stores the words of a content; null: its text cannot be read, now or later. */
export const settleText = async (
  sql: Sql,
  { blob_id, owner_id }: PendingText,
  words: readonly unknown[] | null,
): Promise<void> => {
  await sql.query(
    `update blob_texts set status = $2, attempts = 0, words = array_to_tsvector($3::text[]) where blob_id = $1`,
    [blob_id, words ? 'ready' : 'failed', words && lexemesOf(blob_id, owner_id, words)],
    'storage.settle-text',
  )
}

/** Contents whose attempts failed are tried again: their files, the store or the machine may be well by now. */
export const retryFailed = async (sql: Sql): Promise<void> => {
  await sql.query(
    `update blob_texts set status = 'pending', attempts = 0, due_at = now() where status = 'failed' and attempts > 0`,
  )
}

/** Leaves a content to a later turn. Each attempt that failed by its fault counts, and the last one ends it. */
export const postponeText = async (
  sql: Sql,
  { blob_id }: PendingText,
  { isOfBlob }: { isOfBlob: boolean },
): Promise<void> => {
  await sql.query(
    `update blob_texts set attempts = attempts + $2::int, due_at = now() + interval '${retryDelay}',
       status = case when attempts + $2::int < ${maxAttempts} then 'pending' else 'failed' end where blob_id = $1`,
    [blob_id, isOfBlob ? 1 : 0],
    'storage.postpone-text',
  )
}
