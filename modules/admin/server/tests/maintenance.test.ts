import { join } from 'node:path'
import t from 'tap'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { testFolder } from '../../../../tests/support/folders.ts'
import type { Health } from '../../contract.ts'

const app = await testApp(t)
const { db, jobs, settings } = app.coffer.platform
const admin = await newAdmin(app)
const start = (job: string) => admin.client.post<{ code: string }>(`/api/admin/maintenance/${job}`, {})
const health = async () => (await admin.client.get<Health>('/api/admin/health')).body
const outcomeOf = async (id: string) => (await health()).data.find((check) => check.id === id)?.outcome

t.test(
  'maintenance: a check of files and a backup are started by an administrator, and the health says how they ended',
  async (t) => {
    t.same([await outcomeOf('backup'), await outcomeOf('fsck')], ['none', 'none'])
    t.match(await start('backup'), { status: 409, body: { code: 'no-backup-target' } })
    t.equal((await start('mail')).status, 404)
    t.equal((await start('fsck')).status, 202)
    await jobs.settled('fsck')
    t.equal(await outcomeOf('fsck'), 'ok')

    await settings.set({ backup_folder: join(testFolder(t), 'backups') })
    const backups = async () =>
      (await db.query("select 1 from audit_log where action = 'storage.backup.completed'")).length
    for (const made of [1, 2]) {
      t.equal((await start('backup')).status, 202)
      await jobs.settled('backup')
      t.equal(await backups(), made, 'the interval of scheduled ones does not matter')
    }
    t.equal(await outcomeOf('backup'), 'ok')
    t.same((await health()).meta.active, [])
  },
)

t.test('maintenance: what waits or runs is shown, and is not started twice', async (t) => {
  await jobs.add('fsck', {}, { delayMs: 3_600_000 })
  t.same((await health()).meta.active, ['fsck'])
  t.equal((await start('fsck')).status, 202)
  t.equal((await db.query("select 1 from jobs.jobs where task_identifier = 'fsck'")).length, 1)
})
