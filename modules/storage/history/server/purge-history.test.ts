import t from 'tap'
import { waitsForLock } from '../../../../tests/support/locks.ts'
import { finishOperation } from '../../../../tests/support/operations.ts'
import { testRestorePoints } from '../../../../tests/support/restore-points.ts'
import type { Scope } from '../../tree/index.ts'
import { limitHistory } from './limit-history.ts'

const test = await testRestorePoints(t)
const { db, api, person, tree, moment, rewind, put, sound } = test
const nameOf = async (me: Scope) => (await tree(me))[0]?.split('=')[0]
const changesOf = async ({ ownerId }: Scope) =>
  (await db.query('select 1 from item_history where owner_id = $1', [ownerId])).length
/** A file that was renamed `changes` times; before each one, the time. */
const renamed = async (changes: number) => {
  const me = await person()
  const id = await put(me, '0.txt', 'content')
  const times: string[] = []
  for (let n = 1; n <= changes; n++) {
    times.push(await moment())
    await api.folders.rename(me, id, { name: `${n}.txt` })
  }
  return { me, id, times }
}

t.test('history: the earliest changes of an account that has very many go, and only its own start moves', async (t) => {
  const { me, id, times } = await renamed(12)
  const other = await renamed(3)
  const before = await api.rewind.list(me, 'all')
  const limit = (least: number, perItem: number) => limitHistory(test.platform, 'busy', { least, perItem })
  t.same(await limit(12, 0), { removed: 0 })
  t.same(await limit(5, 12), { removed: 0 }, 'many for few items only')
  const first = await rewind(me, null, times.at(-1) as string)
  const { id: running } = await api.rewind.start(me, 'all', times[0] as string)
  t.same(await limit(5, 2), { removed: 0 }, 'a restore that runs reads them')
  await api.operations.cancel(me, running)
  t.same(await limit(5, 2), { removed: 8 })
  t.equal(await changesOf(me), 5)
  t.equal(await changesOf(other.me), 3)
  t.same(await limit(5, 2), { removed: 0 })

  const { earliest } = await api.rewind.list(me, 'all')
  t.ok(earliest > before.earliest && earliest <= new Date(times[8] as string))
  for (const at of times.slice(0, 8))
    await t.rejects(api.rewind.start(me, 'all', at), { code: 'restore-point-unknown' }, at)
  const second = await rewind(me, null, times[8] as string)
  t.equal(await nameOf(me), '8.txt')
  await rewind(other.me, null, other.times[0] as string)
  t.equal(await nameOf(other.me), '0.txt')
  await sound(t)

  const { id: undoing } = await api.operations.undo(me, second)
  await finishOperation(api.operations, undoing)
  t.equal(await nameOf(me), '11.txt')
  for (let n = 0; n < 6; n++) await api.folders.rename(me, id, { name: `again ${n}.txt` })
  await limit(5, 2)
  for (const undone of [first, second])
    await t.rejects(api.operations.undo(me, undone), { code: 'not-undoable' }, 'of a time without history')
  await test.storage.purgeAccount(me.ownerId)
  t.same(await db.query('select 1 from account_history_starts where owner_id = $1', [me.ownerId]), [])
})

t.test('history: accounts that no run has seen while they were busy are limited too, whichever fails', async (t) => {
  const accounts = [await renamed(4), await renamed(4)].map(({ me }) => me)
  const [first, second] = accounts.sort((a, b) => (a.ownerId < b.ownerId ? -1 : 1)) as [Scope, Scope]
  await db.query(`update item_history set changed_at = changed_at - interval '2 hours'`)
  const limit = (accounts: 'busy' | 'all') => limitHistory(test.platform, accounts, { least: 3, perItem: 0 })
  t.same(await limit('busy'), { removed: 0 })
  await db.query(`alter table account_history_starts add constraint failing check (owner_id <> '${first.ownerId}')`)
  await t.rejects(limit('all'), { code: '23514' })
  t.same([await changesOf(first), await changesOf(second)], [4, 3])
  await db.query('alter table account_history_starts drop constraint failing')
  t.same(await limit('all'), { removed: 1 })
  t.equal(await changesOf(first), 3)
  for (const job of ['limit-history', 'limit-all-history'])
    t.same(await test.platform.jobs.runNow(job), { removed: 0 }, job)
})

t.test('history: a restore does not begin at a time that has gone while it waited', async (t) => {
  const { me, times } = await renamed(4)
  let started: Promise<unknown> = Promise.resolve()
  await db.transaction(async (tx) => {
    await tx.lock(`rewind/${me.ownerId}`)
    started = api.rewind.start(me, 'all', times[0] as string).catch((error: unknown) => error)
    await waitsForLock(db)
    await tx.query('insert into account_history_starts (owner_id, since) values ($1, clock_timestamp())', [me.ownerId])
  })
  t.match(await started, { code: 'restore-point-unknown' })
})

t.test('history: is deleted after the retention, and its start moves; an account takes its own along', async (t) => {
  const me = await person()
  const id = await put(me, 'a.txt', 'a')
  await api.folders.rename(me, id, { name: 'b.txt' })
  await db.query(`update item_history set changed_at = now() - interval '31 days' where owner_id = $1`, [me.ownerId])
  const running = await api.rewind.start(me, 'all', await moment())
  await test.platform.jobs.runNow('purge-history')
  t.equal(await changesOf(me), 1, 'a restore that runs reads it')
  await finishOperation(api.operations, running.id)
  await test.platform.jobs.runNow('purge-history')
  t.equal(await changesOf(me), 0)
  const [start] = await db.query<{ moved: boolean }>(
    `select since > now() - interval '30 days' - interval '1 minute' as moved from item_history_start`,
  )
  t.same(start, { moved: true })
  await db.query('update item_history_start set since = clock_timestamp()')
  await t.rejects(api.operations.undo(me, running.id), { code: 'not-undoable' }, 'of a time without history')
  for (const at of ['yesterday', new Date(0).toISOString(), new Date(Date.now() + 60_000).toISOString()])
    await t.rejects(api.rewind.preview(me, 'all', at), { code: 'restore-point-unknown' })
  await api.folders.rename(me, id, { name: 'c.txt' })
  t.equal(await changesOf(me), 1)
  await test.storage.purgeAccount(me.ownerId)
  t.equal(await changesOf(me), 0)
})
