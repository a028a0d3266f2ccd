import t from 'tap'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { failWrites } from '../../../../tests/support/failing-writes.ts'
import type { JobsOverview } from '../../contract.ts'

const app = await testApp(t)
const { db, jobs } = app.coffer.platform
const admin = await newAdmin(app)
/** Condition for the jobs of this test: scheduled jobs, which every minute adds, are due earlier. */
const ofTest = "run_at > now() + interval '30 minutes'"
const overview = async () => (await admin.client.get<JobsOverview>('/api/admin/jobs')).body.data

t.test('jobs: of very many failed ones the newest are listed, and all are counted; one is tried again', async (t) => {
  await db.transaction(async (tx) => {
    for (let n = 0; n < 130; n++) await jobs.add('cleanup-zips', {}, { tx, delayMs: 3_600_000 })
    await tx.query(`update jobs._private_jobs set attempts = max_attempts, last_error = id::text where ${ofTest}`)
  })
  const { failed, queue } = await overview()
  t.equal(failed.length, 100)
  t.match(queue, [{ name: 'cleanup-zips', failed: 130 }])
  const [newest] = failed
  t.equal(newest?.error, newest?.id)
  t.equal((await admin.client.post(`/api/admin/jobs/${newest?.id}/retry`, {})).status, 200)
  await jobs.settled('cleanup-zips')
  t.match((await overview()).queue, [{ name: 'cleanup-zips', failed: 129 }])
})

t.test('jobs: a failed one is deleted, and no other one', async (t) => {
  const { failed } = await overview()
  const [newest, next] = failed
  t.equal((await admin.client.delete(`/api/admin/jobs/${newest?.id}`)).status, 200)
  t.equal((await admin.client.delete(`/api/admin/jobs/${newest?.id}`)).status, 404)
  t.equal((await overview()).failed[0]?.id, next?.id)
  await db.transaction((tx) => jobs.add('cleanup-zips', {}, { tx, delayMs: 3_600_000 }))
  const waiting = 'select id from jobs.jobs where attempts < max_attempts and task_identifier = $1'
  const [other] = await db.query<{ id: number }>(waiting, ['cleanup-zips'])
  t.equal((await admin.client.delete(`/api/admin/jobs/${other?.id}`)).status, 404)
  t.equal((await db.query(waiting, ['cleanup-zips'])).length, 1)
  t.match(await db.query("select target from audit_log where action = 'admin.job.deleted'"), [{ target: newest?.id }])
})

t.test('jobs: one is neither deleted nor tried again without an entry in the audit log', async (t) => {
  const before = await overview()
  const [newest] = before.failed
  const stop = await failWrites(db, 'audit_log')
  t.equal((await admin.client.delete(`/api/admin/jobs/${newest?.id}`)).status, 500)
  t.equal((await admin.client.post(`/api/admin/jobs/${newest?.id}/retry`, {})).status, 500)
  t.equal((await admin.client.post('/api/admin/jobs/retry', { name: 'cleanup-zips' })).status, 500)
  await stop()
  t.strictSame((await overview()).failed, before.failed)
})

t.test('jobs: all failed ones of a name are tried again, a bounded number at once, and no others', async (t) => {
  await db.query('delete from jobs._private_jobs')
  await db.transaction(async (tx) => {
    for (const name of ['cleanup-zips', 'purge-trash'])
      for (let n = 0; n < 3; n++) await jobs.add(name, {}, { tx, delayMs: 3_600_000 })
    await tx.query(`update jobs._private_jobs set attempts = max_attempts where ${ofTest}`)
  })
  t.equal(await jobs.queue.retryAll(db, 'cleanup-zips', 2), 2)
  const { status, body } = await admin.client.post('/api/admin/jobs/retry', { name: 'cleanup-zips' })
  t.match({ status, body }, { status: 200, body: { data: { retried: 1 } } })
  await jobs.settled('cleanup-zips')
  t.same(
    (await overview()).queue.flatMap(({ name, failed }) => (failed > 0 ? [{ name, failed }] : [])),
    [{ name: 'purge-trash', failed: 3 }],
  )
  const [audited] = await db.query("select details from audit_log where target = 'cleanup-zips'")
  t.match(audited, { details: { retried: 1 } })
  t.match((await admin.client.post('/api/admin/jobs/retry', { name: 'unknown' })).body, { data: { retried: 0 } })
})
