import t from 'tap'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { JobsOverview } from '../../contract.ts'

const app = await testApp(t)
const { db, jobs } = app.coffer.platform
const admin = await newAdmin(app)
const overview = async () => (await admin.client.get<JobsOverview>('/api/admin/jobs')).body.data

t.test('jobs: of very many failed ones the newest are listed, and all are counted; one is tried again', async (t) => {
  await db.transaction(async (tx) => {
    for (let n = 0; n < 130; n++) await jobs.add('cleanup-zips', {}, { tx, delayMs: 3_600_000 })
    await tx.query('update jobs._private_jobs set attempts = max_attempts, last_error = id::text')
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
