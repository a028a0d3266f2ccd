import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { cli } from '../support/cli.ts'
import { cutDisk } from '../support/disks.ts'
import { putFile } from '../support/shares.ts'

t.test('R11: a backup that was reported is whole after a power cut, on a disk without a journal too', async (t) => {
  const disk = cutDisk(t, 200, 'ext2')
  if (!disk) return void t.comment('only root may mount disks, and not everywhere')
  const app = await testApp(t)
  const jane = await signUp(app, { email: 'jane@example.org', password: 'four unrelated words' })
  for (let n = 0; n < 5; n++) await putFile(jane, `${n}.bin`, randomBytes(20_000))
  const target = () => join(disk.folder, 'backups')
  for (const name of ['first', 'second']) {
    await putFile(jane, `before the ${name}.bin`, randomBytes(20_000))
    const made = await app.coffer.storage.api.maintenance.backup(target())
    await disk.cut(async () => undefined)
    const verified = await cli({}, 'backup', target(), '--verify', '--json')
    t.equal(verified.code, 0, `the ${name}: ${verified.err}`)
    t.match(JSON.parse(verified.out || '{}'), { id: made.id, blobs: made.blobs, damaged: [] })
  }
})
