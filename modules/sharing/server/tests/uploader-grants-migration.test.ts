import { randomUUID } from 'node:crypto'
import t from 'tap'
import { Migration20261128005302_uploader_grants } from '../../../../migrations/Migration20261128005302_uploader_grants.ts'
import { signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'

t.test('migration: what is stored about an uploader is found under its new name', async (t) => {
  const app = await testApp(t)
  const { db, jobs } = app.coffer.platform
  const { id: owner } = await signUp(app)
  const [request, uploader] = [randomUUID(), randomUUID()]
  const grants = { named: { kind: 'request', request, guest: uploader }, others: { kind: 'share', share: request } }
  for (const grant of Object.values(grants)) {
    await db.query(
      `insert into operations (kind, owner_id, scope, input) values ('trash', $1, $2, '{"targets":{"all":false}}')`,
      [owner, JSON.stringify({ ownerId: owner, grant })],
    )
    await db.query(
      `insert into remote_batches (id, principal, owner_id, permission, had_parent, access_grant)
       values ($1, 'request:1', $2, 'editor', false, $3)`,
      [randomUUID(), owner, JSON.stringify(grant)],
    )
  }
  const digest = { guestId: uploader, since: null, until: '2026-11-28T00:00:00.000Z' }
  await jobs.add('send-request-digest', digest, { delayMs: 3_600_000 })
  const run = async (direction: 'up' | 'down') => {
    const migration = new Migration20261128005302_uploader_grants(undefined as never, undefined as never)
    migration[direction]()
    for (const query of migration.getQueries()) await db.query(query as string)
  }
  const stored = async () => ({
    operations: await db.query(`select scope -> 'grant' as found from operations order by scope #>> '{grant,kind}'`),
    batches: await db.query(`select access_grant as found from remote_batches order by access_grant ->> 'kind'`),
    jobs: await db.query(
      `select payload as found from jobs._private_jobs j join jobs._private_tasks t on t.id = j.task_id
       where identifier = 'send-request-digest'`,
    ),
  })
  const expected = (grant: object, payload: object) => ({
    operations: [{ found: grant }, { found: grants.others }],
    batches: [{ found: grant }, { found: grants.others }],
    jobs: [{ found: payload }],
  })
  await run('up')
  const { guestId, ...times } = digest
  t.strictSame(
    JSON.parse(JSON.stringify(await stored())),
    expected({ kind: 'request', request, uploader }, { ...times, uploaderId: guestId }),
  )
  await run('down')
  t.same(await stored(), expected(grants.named, digest))
})
