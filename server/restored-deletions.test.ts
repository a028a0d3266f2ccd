import t from 'tap'
import type { Sql } from '../modules/platform/index.ts'
import { signIn, signUp } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'
import { commandEnv, withoutSchema } from '../tests/support/backups.ts'
import { cli } from '../tests/support/cli.ts'
import { testDatabase } from '../tests/support/database.ts'
import { testFolder } from '../tests/support/folders.ts'
import { poll } from '../tests/support/poll.ts'
import { makeShare, putFile } from '../tests/support/shares.ts'
import { createTeam } from '../tests/support/teams.ts'

const deletions = ['delete-unverified-users', 'delete-accounts', 'purge-trash', 'purge-versions', 'purge-history']
const clockChanged = (db: Sql, at: string) =>
  db.query(
    `insert into settings (name, value) values ('clock_changed_at', (${at})::text)
     on conflict (name) do update set value = excluded.value`,
  )
const days = (count: number) => `now() - interval '${count} days'`

t.test('R11: what came due since the backup is not deleted by the restored installation', async (t) => {
  const app = await testApp(t)
  const { db, jobs, settings } = app.coffer.platform
  await jobs.stop()
  const [jane, leaving, begun, unverified] = [
    await signUp(app),
    await signUp(app),
    await signUp(app),
    await signUp(app),
  ]
  const kept = await putFile(jane, 'Notes.txt', 'first')
  await putFile(jane, 'Notes.txt', 'second', undefined, { on_conflict: 'replace' })
  const trashed = await putFile(jane, 'Trashed.txt', 'trashed')
  await jane.client.post('/api/remove', { items: [{ id: trashed.id, type: 'file' }] })
  // The state that a backup of a month ago has.
  await db.query(`update items set trashed_at = ${days(40)} where trashed_at is not null`)
  await db.query(`update item_versions set replaced_at = ${days(40)}`)
  await db.query(`update users set deletion_at = ${days(33)} where id = any($1)`, [[leaving.id, begun.id]])
  await db.query(`update users set status = 'suspended' where id = $1`, [begun.id])
  await db.query(
    `update users set created_at = ${days(60)}, email_verified_at = null, first_signed_in_at = null where id = $1`,
    [unverified.id],
  )
  await settings.set({ user_verification: true })
  await clockChanged(db, days(-365))
  const folder = testFolder(t)
  const backup = await cli(await commandEnv(app.dataDir, app.db.url), 'backup', folder)
  t.equal(backup.code, 0, backup.err)

  const [target, dataDir] = [await testDatabase(t), testFolder(t)]
  await withoutSchema(target.url)
  const done = await cli(await commandEnv(dataDir, target.url), 'restore', folder)
  t.match(done, { code: 0, out: /Retention times begin anew/ }, done.err)
  t.match(done.out, new RegExp(`begins in a week, unless they cancel it: ${leaving.email}\\.`))
  t.match(done.out, new RegExp(`suspended, .*user reactivate.*: ${begun.email}\\.`))

  const copy = await testApp(t, { dataDir, db: target, installed: false })
  const { db: restored, jobs: due } = copy.coffer.platform
  const jumps = await restored.query(`select 1 from settings where name = 'clock_changed_at'`)
  t.same(jumps, [], 'jumps of the former clock are forgotten')
  const left = async () => ({
    accounts: (await restored.query('select 1 from users')).length,
    items: (await restored.query('select 1 from items')).length,
    versions: (await restored.query('select 1 from item_versions where item_id = $1', [kept.id])).length,
  })
  const run = async () => {
    for (const name of deletions) await due.runNow(name)
    // The first one orders deletions, whose own job may have begun beside this run and holds the accounts.
    await due.settled('delete-accounts')
    return left()
  }
  t.same(await run(), { accounts: 4, items: 2, versions: 1 })
  t.match(
    await restored.query(
      `select deletion_at > ${days(-6)} and deletion_at < ${days(-8)} as "hasWeek" from users where id = $1`,
      [leaving.id],
    ),
    [{ hasWeek: true }],
  )
  const again = await signIn(copy, leaving)
  t.equal((await again.client.delete('/api/user/deletion')).status, 204, 'it can be cancelled')
  const { code } = await cli(await commandEnv(dataDir, target.url), 'user', 'reactivate', '--email', begun.email)
  t.equal(code, 0)
  const resumed = await signIn(copy, begun)
  t.equal((await resumed.client.delete('/api/user/deletion')).status, 204, 'one that had begun, too')

  await restored.query(`update users set deletion_at = ${days(1)} where id = $1`, [leaving.id])
  await restored.query(`update settings set value = (${days(31)})::text where name = 'restored_at'`)
  t.same(await run(), { accounts: 2, items: 1, versions: 0 }, 'as usual when the times have passed again')
})

t.test('R19: a clock that has jumped deletes nothing for two days but what administrators order', async (t) => {
  const app = await testApp(t)
  const { db, jobs } = app.coffer.platform
  const [jane, leaving, ordered] = [await signUp(app), await signUp(app), await signUp(app)]
  await putFile(jane, 'Notes.txt', 'first')
  await putFile(jane, 'Notes.txt', 'second', undefined, { on_conflict: 'replace' })
  const trashed = await putFile(jane, 'Trashed.txt', 'trashed')
  await jane.client.post('/api/remove', { items: [{ id: trashed.id, type: 'file' }] })
  const left = async () => {
    for (const name of deletions) await jobs.runNow(name)
    return {
      accounts: (await db.query('select 1 from users where id = any($1)', [[leaving.id, ordered.id]])).length,
      items: (await db.query('select 1 from items')).length,
      versions: (await db.query('select 1 from item_versions')).length,
    }
  }
  /** As with a clock that is ahead by so many days. */
  const jump = async (days: number) => {
    await db.query(
      `update jobs._private_known_crontabs set known_since = known_since - make_interval(days => $1),
         last_execution = last_execution - make_interval(days => $1) where identifier = 'unlock-jobs'`,
      [days],
    )
    await db.query('update items set trashed_at = trashed_at - make_interval(days => $1)', [days])
    await db.query('update item_versions set replaced_at = replaced_at - make_interval(days => $1)', [days])
    await db.query('update users set deletion_at = deletion_at - make_interval(days => $1)', [days])
  }
  await db.query(`update users set deletion_at = ${days(-7)} where id = $1`, [leaving.id])
  await jump(365)
  t.same(await left(), { accounts: 2, items: 2, versions: 1 }, 'a jump that the schedule has not noticed')

  await db.query('update jobs._private_known_crontabs set last_execution = now()')
  // The schedule may have noticed the jump and put the deletion off.
  await db.query(`update users set deletion_at = ${days(1)} where id = $1`, [leaving.id])
  await clockChanged(db, days(1))
  await db.query(`update users set deletion_at = now(), status = 'suspended' where id = $1`, [ordered.id])
  t.same(await left(), { accounts: 1, items: 2, versions: 1 }, 'the order is followed')
  await clockChanged(db, days(3))
  t.same(await left(), { accounts: 0, items: 1, versions: 0 })

  const changed = ({ isAnew = false } = {}) =>
    db.transaction(async (tx) => tx.emit('platform.clock.changed', { isAnew }))
  const waits = async (due: number, { isAnew = false } = {}) => {
    await db.query(`update users set deletion_at = ${days(-due)} where id = $1`, [jane.id])
    await changed({ isAnew })
    const [row] = await db.query<{ days: number }>(
      'select round(extract(epoch from deletion_at - now()) / 86400)::int as days from users where id = $1',
      [jane.id],
    )
    return row?.days
  }
  t.equal(await waits(-60), 2, 'the date that an owner sees is the day on which the deletion begins')
  t.equal(await waits(5), 5)
  t.equal(await waits(365), 7, 'asked for while the clock was ahead')
  t.equal(await waits(-60, { isAnew: true }), 7)

  await db.query(`update users set role = 'admin', deletion_at = null where id = $1`, [jane.id])
  await changed()
  await poll(async () => (await db.query(`select 1 from notifications where template = 'deletionsPaused'`)).length > 0)
})

t.test('R19: links, invitations, notifications and undo lists wait for two days, too', async (t) => {
  const app = await testApp(t)
  const { db, jobs } = app.coffer.platform
  const jane = await signUp(app)
  await clockChanged(db, days(1))
  await makeShare(jane, await putFile(jane, 'Shared.txt', 'shared'))
  await createTeam(jane, [[{ email: 'open@example.org' }, 'can_view']])
  const trashed = await putFile(jane, 'Trashed.txt', 'trashed')
  await jane.client.post('/api/remove', { items: [{ id: trashed.id, type: 'file' }] })
  await db.query(
    `insert into notifications (user_id, category, template, read_at) values ($1, 'gift', 'remoteUploadDone', now())`,
    [jane.id],
  )
  const ages = {
    shares: ['expires_at', 8, 'expire-shares'],
    team_invitations: ['expires_at', 100, 'delete-old-invitations'],
    notifications: ['read_at', 100, 'purge-notifications'],
    operations: ['updated_at', 8, 'resume-operations'],
  } as const
  const left = async () => {
    const counts: Record<string, number> = {}
    for (const [table, [time, age, job]] of Object.entries(ages)) {
      await db.query(`update ${table} set ${time} = ${days(age)}`)
      await jobs.runNow(job)
      counts[table] = (await db.query(`select 1 from ${table}`)).length
    }
    return counts
  }
  t.same(await left(), { shares: 1, team_invitations: 1, notifications: 1, operations: 1 })
  await clockChanged(db, days(3))
  t.same(await left(), { shares: 0, team_invitations: 0, notifications: 0, operations: 0 })
})
