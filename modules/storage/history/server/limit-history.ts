import { CollectedErrors, type Db, type Jobs, type Logger, type Tx } from '../../../platform/index.ts'

/** Changes of an account that are kept in any case. */
const minKept = 1_000_000
/** Changes that are kept for each of its items: what changes all of them, such as ransomware, must not push out what was before. */
const keptPerItem = 10
const batchSize = 1_000
/** Sorting a million times takes seconds, and nothing waits for it. */
const statementTimeoutMs = 600_000

interface Limits {
  least: number
  perItem: number
}

/** Accounts that a run looks at. All of them, from key to key of an index, are for what no run of the busy ones has seen. */
const accountsSql = {
  busy: `select distinct owner_id from item_history where changed_at > now() - interval '1 hour'`,
  all: `with recursive owners as (
      (select owner_id from item_history order by owner_id limit 1)
      union all
      select (select h.owner_id from item_history h where h.owner_id > o.owner_id order by h.owner_id limit 1)
        from owners o where o.owner_id is not null
    ) select owner_id from owners where owner_id is not null`,
}

const allowedSql = '$3 * (select count(*) from items i where i.owner_id = $1)'

/**
 * The latest change that goes, as text, which keeps microseconds. No row: the account has no more than it may, which the first
 * entries of an index tell, in its order, so that no more of them are read; only changes of others are sorted.
 */
const sinceSql = `select (select h.changed_at from item_history h where h.owner_id = $1
    order by h.changed_at desc offset greatest($2, ${allowedSql}) limit 1)::text as since
  where case when (select true from item_history h where h.owner_id = $1 order by h.folder_id offset $2 limit 1)
    then (select true from item_history h where h.owner_id = $1 order by h.folder_id offset ${allowedSql} limit 1) end`

const moveStartSql = `insert into account_history_starts (owner_id, since) values ($1, $2)
  on conflict (owner_id) do update set since = greatest(account_history_starts.since, excluded.since)`

/** Goes along the index of folders from the key `$2`, `$3` on, so that no batch reads again what stays. */
const deleteSql = `with old as (
    select ctid, folder_id, changed_at from item_history
    where owner_id = $1 and (folder_id, changed_at) >= ($2::uuid, $3::timestamptz)
      and changed_at <= (select since from account_history_starts where owner_id = $1)
    order by folder_id, changed_at limit ${batchSize}
  ), deleted as (
    delete from item_history where ctid = any(array(select ctid from old))
  ) select folder_id, changed_at, count(*) over ()::int as count from old order by folder_id desc, changed_at desc limit 1`

/** Lock of the restores of an owner: none begins while the start of the history moves. */
export const lockRestores = (tx: Tx, ownerId: string): Promise<void> => tx.lock(`rewind/${ownerId}`)

/** False while a restore of the account runs, which reads what is behind its time until it ends: a later run moves the start. */
const moveStart = async (tx: Tx, ownerId: string, since: string): Promise<boolean> => {
  await lockRestores(tx, ownerId)
  const running = `select 1 from operations where owner_id = $1 and kind = 'rewind' and state = 'running'`
  if ((await tx.query(running, [ownerId])).length > 0) return false
  await tx.query(moveStartSql, [ownerId, since])
  return true
}

/**
 * Deletes the earliest changes of accounts that have very many: renaming in a loop costs no quota. Their own start of the history
 * moves, and that of no other account; one that fails is logged and does not stop the others. A job, so that no change counts or
 * waits for another one.
 */
export const limitHistory = async (
  { db, jobs, log }: { db: Db; jobs: Pick<Jobs, 'inBatches' | 'signal'>; log: Logger },
  accounts: keyof typeof accountsSql,
  limits: Limits = { least: minKept, perItem: keptPerItem },
): Promise<{ removed: number }> => {
  const slowly = <T extends object>(sql: string, values: readonly unknown[]): Promise<T[]> =>
    db.transaction(async (tx) => {
      await tx.setStatementTimeout(statementTimeoutMs)
      return tx.query<T>(sql, values)
    })
  let removed = 0
  const limitOne = async (ownerId: string) => {
    const [last] = await slowly<{ since: string }>(sinceSql, [ownerId, limits.least, limits.perItem])
    if (!last || !(await db.transaction((tx) => moveStart(tx, ownerId, last.since)))) return
    let key: [folder: string, time: Date] = ['00000000-0000-0000-0000-000000000000', new Date(0)]
    await jobs.inBatches(async () => {
      type Last = { folder_id: string; changed_at: Date; count: number }
      const [last] = await db.query<Last>(deleteSql, [ownerId, ...key])
      if (!last) return false
      removed += last.count
      key = [last.folder_id, last.changed_at]
      return last.count === batchSize
    })
  }
  const errors = new CollectedErrors(log, 'cannot limit the history of an account')
  for (const { owner_id: ownerId } of await slowly<{ owner_id: string }>(accountsSql[accounts], [])) {
    jobs.signal.throwIfAborted()
    await errors.collect({ ownerId }, () => limitOne(ownerId))
  }
  errors.rethrow()
  return { removed }
}
