import t from 'tap'
import { testApp } from '../../../../tests/support/app.ts'

t.test('issue 13.11 (R10): a database that ends while the job runner stops prints nothing', async (t) => {
  const printed = t.capture(process.stderr, 'write')
  for (let round = 0; round < 8; round++) {
    const app = await testApp(t)
    const { db, jobs } = app.coffer.platform
    await jobs.add('unlock-jobs')
    await jobs.settled('unlock-jobs')
    const stopped = jobs.stop()
    for (let kill = 0; kill < 3; kill++)
      await db
        .query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()`,
        )
        .catch(() => [])
    await stopped
    await app.close()
  }
  const texts = printed().map(({ args }) => String(args[0]))
  t.same(texts, [], 'nothing is printed, and the process is still here')
})
