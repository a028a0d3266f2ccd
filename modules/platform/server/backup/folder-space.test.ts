import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { smallDisk } from '../../../../tests/support/disks.ts'
import { testFolder } from '../../../../tests/support/folders.ts'
import { FolderSpace, isSameDisk } from './folder-space.ts'

const full = { message: /^no room for the backup/ }

t.test(
  'a backup folder on the disk of DATA_DIR leaves the reserve of uploads, on another disk a share of it',
  async (t) => {
    const disk = smallDisk(t, 64)
    if (!disk) return void t.comment('only root may mount a disk')
    const [root, dataDir] = [join(disk, 'backups'), join(disk, 'data')]
    for (const folder of [root, dataDir]) mkdirSync(folder)
    t.strictSame([await isSameDisk(root, dataDir), await isSameDisk(root, testFolder(t))], [true, false])
    t.notOk(await isSameDisk(root, join(disk, 'missing')))
    await t.rejects(new FolderSpace(root, dataDir).ensureRoom(1), full)
    const elsewhere = new FolderSpace(root, testFolder(t))
    await elsewhere.ensureRoom(32 << 20)
    await t.rejects(elsewhere.ensureRoom(63 << 20), full)
  },
)
