import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { signUp } from '../../tests/support/actors.ts'
import { newAdmin } from '../../tests/support/admins.ts'
import { testApp } from '../../tests/support/app.ts'
import { countLines } from '../../tests/support/cli.ts'
import { runCommandInProcess } from '../../tests/support/command.ts'
import { testFolder } from '../../tests/support/folders.ts'
import { mailed } from '../../tests/support/mail-folder.ts'

const app = await testApp(t)
const env = { DATA_DIR: app.dataDir, DATABASE_URL: app.db.url }
const { platform, notifications } = app.coffer

t.test('jobs run: a backup that is not made ends the command with 1 and its reason', async (t) => {
  const run = () => runCommandInProcess(env, 'jobs', 'run', 'backup')
  const rejected = async (reason: RegExp) => {
    const { code, out, err } = await run()
    t.match({ code, out, err }, { code: 1, out: '', err: reason })
    t.equal(countLines(err), 1, 'one line')
  }
  await rejected(/no folder or object store for scheduled backups is set/)
  const file = join(testFolder(t), 'file')
  writeFileSync(file, '')
  await platform.settings.set({ backup_folder: file })
  await rejected(/\S/)
  const asJson = await runCommandInProcess(env, 'jobs', 'run', 'backup', '--json')
  t.match(asJson, { code: 1, err: /\S/ })
  t.match(JSON.parse(asJson.out), { name: 'backup', result: { failed: String } })
  await platform.settings.set({ backup_folder: testFolder(t) })
  t.match(await run(), { code: 0, out: /backup done: "completed"/ })
  t.match(await run(), { code: 0, out: /backup done: "completed"/ }, 'also when none is due')
})

t.test('jobs run: findings of a check end the command with 1', async (t) => {
  t.match(await runCommandInProcess(env, 'jobs', 'run', 'fsck'), { code: 0, out: /fsck done: \{"findings":0\}/ })
  const { id } = await signUp(app)
  await platform.db.query('update usage set used_bytes = used_bytes + 1 where user_id = $1', [id])
  t.match(await runCommandInProcess(env, 'jobs', 'run', 'fsck'), { code: 1, out: '', err: /^1 differences were found/ })
  t.match(await runCommandInProcess(env, 'fsck', '--repair'), { code: 0, out: / 0 findings/ })
})

t.test('jobs run: emails have the texts and languages of administrators', async (t) => {
  const { client } = await newAdmin(app)
  t.equal((await client.post('/api/admin/languages', { locale: 'nl', name: 'Nederlands' })).status, 201)
  const name = 'notifications:mail.digest.subject_other'
  t.equal(
    (await client.patch('/api/admin/languages/nl/strings', { name, value: '{{count}} meldingen in {{app}}' })).status,
    200,
  )
  const jane = await signUp(app)
  await jane.client.patch('/api/user/settings', { name: 'locale', value: 'nl' })
  const category = 'remote-upload-done'
  await jane.client.patch('/api/notifications/settings', { category, channel: 'mail' })
  for (const count of [1, 2])
    await notifications.create({ userId: jane.id, category, template: 'remoteUploadDone', params: { count } })
  t.match(await runCommandInProcess(env, 'jobs', 'run', 'send-daily-digests'), { code: 0, out: /"sent":1/ })
  t.equal(
    await mailed(app.dataDir, jane.email, ({ subject }) => /melding|notif/.exec(subject)?.input),
    '2 meldingen in Coffer',
  )
})

t.test('jobs drop: deletes a failed job, and no other one', async (t) => {
  const { db, jobs } = platform
  await db.transaction(async (tx) => {
    await jobs.add('cleanup-zips', {}, { tx, delayMs: 3_600_000 })
    await tx.query(
      `update jobs._private_jobs set attempts = max_attempts, last_error = 'no space left' where run_at > now() + interval '30 minutes'`,
    )
    await jobs.add('cleanup-zips', {}, { tx, delayMs: 3_600_000 })
  })
  const [failed] = await jobs.queue.deadLetters()
  const [waiting] = await db.query<{ id: string }>(
    'select id::text from jobs.jobs where attempts < max_attempts and task_identifier = $1',
    ['cleanup-zips'],
  )
  t.match(failed, { name: 'cleanup-zips', error: 'no space left' })
  const drop = (id = '') => runCommandInProcess(env, 'jobs', 'drop', id)
  t.match(await drop(failed?.id), { code: 0, out: `job ${failed?.id} was deleted` })
  t.strictSame(await jobs.queue.deadLetters(), [])
  for (const id of [failed?.id, waiting?.id]) t.match(await drop(id), { code: 2, err: /no failed job has the id/ })
  t.strictSame(await db.query(`select actor_id, target from audit_log where action = 'admin.job.deleted'`), [
    { actor_id: null, target: failed?.id },
  ])
})

t.test('a job that another version left makes nothing late, is listed and can be deleted', async (t) => {
  const { db, jobs } = platform
  await db.query(`select jobs.add_job('of-a-newer-version', run_at => now() - interval '1 hour')`)
  t.equal(await jobs.queue.overdueSeconds(), 0)
  t.match((await runCommandInProcess(env, 'jobs')).out, /^of-a-newer-version: 0 waiting, 1 failed$/m)
  const [left] = await jobs.queue.deadLetters()
  t.match(left, { name: 'of-a-newer-version', error: /no job of this name/ })
  t.match(await runCommandInProcess(env, 'jobs', 'drop', left?.id ?? ''), { code: 0 })
  t.strictSame(await jobs.queue.deadLetters(), [])
})
