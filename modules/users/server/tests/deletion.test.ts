import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { Migration20261130041201_waiting_deletions } from '../../../../migrations/Migration20261130041201_waiting_deletions.ts'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { waitsForLock } from '../../../../tests/support/locks.ts'
import { mailsTo } from '../../../../tests/support/mail-folder.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { makeFolder, makeShare, putFile } from '../../../../tests/support/shares.ts'
import { teamWith } from '../../../../tests/support/teams.ts'

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length

t.test('deletion: mail, a week in which it can be cancelled, then no row and no byte but the audit log', async (t) => {
  const app = await testApp(t)
  const { db, jobs, mailer } = app.coffer.platform
  const [person, other] = [await signUp(app), await signUp(app)]
  const kept = await putFile(other, 'Kept.txt', 'kept')
  const folder = await makeFolder(person, 'Folder')
  const file = await putFile(person, 'Notes.txt', 'notes', folder)
  await putFile(person, 'Trashed.txt', 'trashed')
  await person.client.post('/api/remove', { items: [{ id: file.id, type: 'file' }] })
  const share = await makeShare(person, { id: folder, type: 'folder' })

  t.equal((await person.client.post('/api/user/deletion')).status, 423)
  await person.client.post('/user/confirm-password', { password: person.password })
  t.match(await person.client.post('/api/user/deletion'), { status: 202, body: { data: { deletion_at: /^\d{4}-/ } } })
  await mailer.settled()
  t.match((await mailsTo(app.dataDir, person.email))[0], {
    subject: /will be deleted/,
    text: /deleted on [^.]+\u00A0\(UTC\)\./,
  })
  await jobs.runNow('delete-accounts')
  t.equal((await person.client.get('/api/user')).status, 200, 'it works until then')
  const later = "update users set deletion_at = deletion_at - interval '8 days' where deletion_at is not null"
  t.equal((await person.client.delete('/api/user/deletion')).status, 204)
  await db.query(later)
  await jobs.runNow('delete-accounts')
  t.equal((await person.client.get('/api/user')).status, 200, 'cancelled')

  await person.client.post('/api/user/deletion')
  await db.query(later)
  t.match(await jobs.runNow('delete-accounts'), { deleted: 1 })
  await jobs.runNow('delete-logs-of-deleted-links')
  t.equal((await person.client.get('/api/user')).status, 401)
  t.equal((await anonymous(app).post('/login', person)).status, 422)
  t.equal((await anonymous(app).get(`/api/sharing/${share.token}`)).status, 404)
  await mailer.settled()
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') and table_name <> 'audit_log'`,
  )
  t.ok(tables.length > 50)
  for (const text of [person.id, person.email, share.id, folder])
    for (const { name } of tables)
      t.same(
        await db.query(`select row from ${name} as row where row::text ilike $1`, [`%${text}%`]),
        [],
        `${name}: ${text}`,
      )
  await eventually(t, async () => filesIn(join(app.dataDir, 'blobs')), 1, 'only the other account’s file is left')
  t.equal((await other.client.get(`/api/items/${kept.id}`)).status, 200)
  t.equal((await db.query("select 1 from audit_log where action = 'users.deleted'")).length, 1)
})

t.test('deletion: cancelled while the job runs, the account keeps its files', async (t) => {
  const app = await testApp(t)
  const { db, jobs } = app.coffer.platform
  const person = await signUp(app)
  const file = await putFile(person, 'Notes.txt', 'notes')
  await person.client.post('/user/confirm-password', { password: person.password })
  await person.client.post('/api/user/deletion')
  await db.query("update users set deletion_at = now() - interval '1 hour' where id = $1", [person.id])
  const job = await db.transaction(async (tx) => {
    await tx.query('select 1 from users where id = $1 for update', [person.id])
    const running = jobs.runNow('delete-accounts')
    await waitsForLock(db)
    await tx.query('update users set deletion_at = null where id = $1', [person.id])
    return { running }
  })
  t.match(await job.running, { deleted: 0 })
  t.equal((await person.client.get(`/api/items/${file.id}`)).status, 200)
  t.match(await db.query('select status from users where id = $1', [person.id]), [{ status: 'active' }])
})

t.test('deletion: what a member stored in the folder of another account stays, without its creator', async (t) => {
  const app = await testApp(t)
  const { db, jobs, events } = app.coffer.platform
  const [owner, member, viewer] = [await signUp(app), await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [
    [member, 'can_edit'],
    [viewer, 'can_view'],
  ])
  const lossesOf = async ({ client }: Pick<typeof owner, 'client'>) =>
    (await client.get<{ data: { losses: string[] } }>('/api/user/deletion')).body.data.losses
  for (const who of [owner, member, viewer]) {
    await who.client.post(`/api/items/${await makeFolder(who, 'Own')}/comments`, { body: 'My own' })
    t.same(await lossesOf(who), [])
  }
  const file = await putFile(member, 'Notes.txt', 'first', team.id)
  await viewer.client.post(`/api/items/${file.id}/comments`, { body: 'Well done' })
  await owner.client.post(`/api/items/${file.id}/comments`, { body: 'Thanks' })
  const stays = ['What you have written or stored in other people’s folders stays there without your name.']
  t.same([await lossesOf(owner), await lossesOf(member), await lossesOf(viewer)], [[], stays, stays], 'they are told')
  await putFile(member, 'Notes.txt', 'second', team.id, { on_conflict: 'replace' })
  const late = await putFile(member, 'Late.txt', 'late', team.id)
  const creators = () =>
    db.query<{ id: string; creator_id: string | null }>(
      `select id, creator_id from items where id = any($1::uuid[]) union all
       select item_id, creator_id from item_versions order by 1`,
      [[file.id, late.id]],
    )
  t.same([...new Set((await creators()).map(({ creator_id }) => creator_id))], [member.id])
  t.equal((await creators()).length, 3, 'two files and a version')

  // An upload that began before the account was suspended ends after its items were purged.
  app.coffer.users.beforeDeletion(async () => {
    await db.query('update items set creator_id = $2 where id = $1', [late.id, member.id])
  })
  const timeouts: unknown[] = []
  events.beforeCommit(async (tx, emitted) => {
    if (emitted.some(({ name }) => name === 'users.deleted'))
      timeouts.push(...(await tx.query('show statement_timeout')))
  })
  await db.query("update users set deletion_at = now() - interval '1 hour' where id = $1", [member.id])
  t.match(await jobs.runNow('delete-accounts'), { deleted: 1 })
  t.same([...new Set((await creators()).map(({ creator_id }) => creator_id))], [null])
  t.equal((await owner.client.get(`/api/items/${file.id}`)).status, 200)
  t.same(timeouts, [{ statement_timeout: '0' }], 'a large account needs its time')
})

t.test(
  'migration: the deletion of an account that was suspended before waits, unless it is ordered or has begun',
  async (t) => {
    const app = await testApp(t)
    const { db } = app.coffer.platform
    const asked = { deletion_at: '2100-01-01', suspended_at: '2026-01-01', status: 'suspended' }
    const cases = [
      asked,
      { ...asked, suspended_at: null },
      { ...asked, status: 'active' },
      { ...asked, deletion_at: '2026-01-02' },
    ]
    const ids: string[] = []
    for (const { deletion_at, suspended_at, status } of cases) {
      const { id } = await signUp(app)
      ids.push(id)
      await db.query('update users set deletion_at = $2, suspended_at = $3, status = $4 where id = $1', [
        id,
        deletion_at,
        suspended_at,
        status,
      ])
    }
    const migration = new Migration20261130041201_waiting_deletions(undefined as never, undefined as never)
    migration.up()
    for (const query of migration.getQueries()) await db.query(query as string)
    t.same(await db.query("select id from users where deletion_reason = 'requested' and deletion_at is null"), [
      { id: ids[0] },
    ])
    t.equal((await db.query('select 1 from users where deletion_at is not null')).length, 3)
  },
)

t.test('A67: the last administrator cannot delete the own account', async (t) => {
  const app = await testApp(t)
  const [admin, second] = [await signUp(app), await signUp(app)]
  const { db } = app.coffer.platform
  const makeAdmin = (id: string) => db.query("update users set role = 'admin' where id = $1", [id])
  await makeAdmin(admin.id)
  await admin.client.post('/user/confirm-password', { password: admin.password })
  t.match(await admin.client.post('/api/user/deletion'), { status: 409, body: { code: 'last-admin' } })
  await makeAdmin(second.id)
  t.equal((await admin.client.post('/api/user/deletion')).status, 202)
})

t.test(
  'deletion: one that fails is logged with its account, stops no other, and never runs twice at a time',
  async (t) => {
    const app = await testApp(t)
    const { db, jobs, log } = app.coffer.platform
    const [failing, ...others] = [await signUp(app), await signUp(app), await signUp(app)]
    const logged: { userId?: string }[] = []
    t.intercept(log, 'warn', { value: (details: object) => logged.push(details) })
    const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const called: string[] = []
    app.coffer.users.beforeDeletion(async (userId) => {
      called.push(userId)
      if (called.length === 3) begun.resolve()
      await finish.promise
      if (userId === failing?.id) throw new Error('it cannot be deleted')
    })
    await db.query("update users set deletion_at = now() - interval '1 hour'")
    const running = jobs.runNow('delete-accounts')
    await begun.promise
    t.same(await jobs.runNow('delete-accounts'), { deleted: 0 }, 'another run at the same time')
    finish.resolve()
    await t.rejects(running, /it cannot be deleted/)
    t.equal(called.length, 3)
    t.match(logged, [{ userId: failing?.id, err: { message: 'it cannot be deleted' } }])
    t.same(await db.query('select id from users'), [{ id: failing?.id }], `${others.length} are deleted`)
  },
)

t.test('R10: deletions end when the process stops, and leave the rest to the next start', async (t) => {
  const app = await testApp(t)
  const { db, jobs } = app.coffer.platform
  const person = await signUp(app)
  const file = await putFile(person, 'Notes.txt', 'first')
  await putFile(person, 'Notes.txt', 'second', undefined, { on_conflict: 'replace' })
  await db.query("update item_versions set replaced_at = now() - interval '90 days'")
  await db.query("update users set deletion_at = now() - interval '1 hour'")
  app.coffer.users.beforeDeletion(async () => {
    t.fail('no further part is deleted')
  })
  await jobs.stop()
  for (const name of ['delete-accounts', 'purge-versions'])
    await t.rejects(jobs.runNow(name), /the process stops/, name)
  await t.rejects(app.coffer.storage.purgeAccount(person.id), /the process stops/)
  t.same(await db.query('select id from items'), [{ id: file.id }])
  t.equal((await db.query('select 1 from item_versions')).length, 1)
})
