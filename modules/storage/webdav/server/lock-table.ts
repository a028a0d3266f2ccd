import type { Db, Sql, Tx } from '../../../platform/index.ts'

export const maxLockSeconds = 3 * 3_600

/** SQL: the lock has not ended. One that was given while the clock was ahead has. */
const isLive = `expires_at > now() and expires_at <= now() + interval '${maxLockSeconds} seconds'`

/** A lock that has not ended. */
export interface Lock {
  token: string
  itemId: string
  userId: string
  isExclusive: boolean
  isDeep: boolean
  holder: string | null
  secondsLeft: number
  /** The locked item and the folders above it, itself first. */
  ids: readonly string[]
}

interface Row {
  token: string
  item_id: string
  user_id: string
  is_exclusive: boolean
  is_deep: boolean
  holder: string | null
  seconds_left: number
  ids: string[]
}

/** All locks on items of $1, with the folders above them: few at any time. */
export const locksSql = `with recursive live as (
    select * from webdav_locks where owner_id = $1 and ${isLive}
  ), up as (
    select live.token, live.item_id as id, 0 as height from live
    union all
    select up.token, i.parent_id, up.height + 1 from up join items i on i.id = up.id
    where i.parent_id is not null and up.height < 10000
  )
  select live.token, live.item_id, live.user_id, live.is_exclusive, live.is_deep, live.holder,
    ceil(extract(epoch from live.expires_at - now()))::int as seconds_left,
    (select array_agg(up.id order by up.height) from up where up.token = live.token) as ids
  from live`

export const locksOf = async (sql: Sql, ownerId: string): Promise<Lock[]> => {
  const rows = await sql.query<Row>(locksSql, [ownerId], 'storage.webdav-locks')
  return rows.map((row) => ({
    token: row.token,
    itemId: row.item_id,
    userId: row.user_id,
    isExclusive: row.is_exclusive,
    isDeep: row.is_deep,
    holder: row.holder,
    secondsLeft: row.seconds_left,
    ids: row.ids,
  }))
}

interface NewLock extends Pick<Lock, 'token' | 'itemId' | 'userId' | 'isExclusive' | 'isDeep' | 'holder'> {
  ownerId: string
  seconds: number
}

export const insertLock = async (tx: Tx, lock: NewLock): Promise<void> => {
  await tx.query(
    `insert into webdav_locks (token, item_id, owner_id, user_id, is_exclusive, is_deep, holder, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))`,
    [lock.token, lock.itemId, lock.ownerId, lock.userId, lock.isExclusive, lock.isDeep, lock.holder, lock.seconds],
  )
}

export const prolongLock = async (sql: Sql, token: string, seconds: number): Promise<void> => {
  await sql.query('update webdav_locks set expires_at = now() + make_interval(secs => $2) where token = $1', [
    token,
    seconds,
  ])
}

/** Locks of a file are on the one that has its name now. */
export const moveLocks = async (sql: Sql, from: string, to: string): Promise<void> => {
  await sql.query('update webdav_locks set item_id = $2 where item_id = $1', [from, to])
}

export const removeLocks = async (sql: Sql, tokens: readonly string[]): Promise<void> => {
  if (tokens.length > 0) await sql.query('delete from webdav_locks where token = any($1::uuid[])', [tokens])
}

/** Ends all locks of an account. */
export const removeLocksOf = async (sql: Sql, userId: string): Promise<void> => {
  await sql.query('delete from webdav_locks where user_id = $1', [userId], 'storage.webdav-end-locks')
}

/** Deletes ended locks, and properties of items that are gone. */
export const removeUnused = async (db: Db): Promise<{ locks: number; properties: number }> => {
  const locks = await db.query(`delete from webdav_locks where not (${isLive}) returning 1`)
  const properties = await db.query(
    'delete from webdav_properties p where not exists (select from items i where i.id = p.item_id) returning 1',
  )
  return { locks: locks.length, properties: properties.length }
}
