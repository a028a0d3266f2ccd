import type { Db, Jobs, Tx } from '../../../platform/index.ts'

/** Changes of an account that are kept in any case. */
const minKept = 1_000_000
/** Changes that are kept for each of its items: what changes all of them, such as ransomware, must not push out what was before. */
const keptPerItem = 10
const batchSize = 1_000
/** Sorting millions of times takes seconds. */
const statementTimeoutMs = 120_000

interface Limits {
  least: number
  perItem: number
}

/** Accounts with changes in the last hour and more than `$1` in all; others do not get more. */
const crowdedSql = `select a.owner_id from (
    select distinct owner_id from item_history where changed_at > now() - interval '1 hour'
  ) a where (select true from item_history h where h.owner_id = a.owner_id offset $1 limit 1)`

/** The start of an account moves to the latest change that goes. */
const moveStartSql = `insert into account_history_starts (owner_id, since)
  select $1, h.changed_at from item_history h where h.owner_id = $1
    order by h.changed_at desc limit 1
    offset (select greatest($2, $3 * count(*)) from items i where i.owner_id = $1)
  on conflict (owner_id) do update set since = greatest(account_history_starts.since, excluded.since)
  returning owner_id`

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

/** False while a restore of the account runs, which reads what is behind its time until it ends: the next run moves the start. */
const moveStart = async (tx: Tx, ownerId: string, { least, perItem }: Limits): Promise<boolean> => {
  await tx.setStatementTimeout(statementTimeoutMs)
  await lockRestores(tx, ownerId)
  const running = `select 1 from operations where owner_id = $1 and kind = 'rewind' and state = 'running'`
  if ((await tx.query(running, [ownerId])).length > 0) return false
  return (await tx.query(moveStartSql, [ownerId, least, perItem])).length > 0
}

/**
 * Deletes the earliest changes of accounts that have very many: renaming in a loop costs no quota. Their own start of the history
 * moves, and that of no other account. A job, so that no change counts or waits for another one.
 */
export const limitHistory = async (
  { db, jobs }: { db: Db; jobs: Pick<Jobs, 'inBatches'> },
  limits: Limits = { least: minKept, perItem: keptPerItem },
): Promise<{ removed: number }> => {
  const crowded = await db.transaction(async (tx) => {
    await tx.setStatementTimeout(statementTimeoutMs)
    return tx.query<{ owner_id: string }>(crowdedSql, [limits.least])
  })
  let removed = 0
  for (const { owner_id } of crowded) {
    if (!(await db.transaction((tx) => moveStart(tx, owner_id, limits)))) continue
    let key: [folder: string, time: Date] = ['00000000-0000-0000-0000-000000000000', new Date(0)]
    await jobs.inBatches(async () => {
      type Last = { folder_id: string; changed_at: Date; count: number }
      const [last] = await db.query<Last>(deleteSql, [owner_id, ...key])
      if (!last) return false
      removed += last.count
      key = [last.folder_id, last.changed_at]
      return last.count === batchSize
    })
  }
  return { removed }
}
