import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { smallDisk } from '../../../../tests/support/disks.ts'
import { testFolder } from '../../../../tests/support/folders.ts'
import { FolderSpace, isSameDisk, isSamePool } from './folder-space.ts'

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

t.test(
  'a backup folder on the disk of the blobs, which is not that of DATA_DIR, leaves the reserve of uploads',
  async (t) => {
    const disk = smallDisk(t, 64)
    if (!disk) return void t.comment('only root may mount a disk')
    const dataDir = testFolder(t)
    const root = join(disk, 'backups')
    for (const folder of [root, join(disk, 'blobs')]) mkdirSync(folder)
    symlinkSync(join(disk, 'blobs'), join(dataDir, 'blobs'))
    await t.rejects(new FolderSpace(root, dataDir).ensureRoom(1), full)
  },
)

t.test('a file system that reports no size is not full', async (t) => {
  await new FolderSpace(testFolder(t), testFolder(t), { readSpace: async () => null }).ensureRoom(1)
})

t.test('subvolumes have a pool in common, which shows by their free space', async (t) => {
  const btrfs = { type: 0x9123683e, bavail: 1_000, bsize: 4_096 }
  t.ok(isSamePool(btrfs, { ...btrfs }))
  t.ok(isSamePool(btrfs, { ...btrfs, bavail: 999 }), 'others write to it meanwhile')
  t.notOk(isSamePool(btrfs, { ...btrfs, bavail: 10_000 }))
  t.notOk(isSamePool(btrfs, { ...btrfs, type: 0xef53 }))
  t.notOk(isSamePool({ ...btrfs, bavail: 0 }, { ...btrfs, bavail: 0 }), 'without a size nothing is known')
  const ext4 = { ...btrfs, type: 0xef53 }
  t.strictSame([isSamePool(ext4, { ...ext4 }), isSamePool(ext4, { ...ext4, bavail: 999 })], [true, false])
  const [postgres, backups] = [1 << 14, 1 << 20].map((bsize) => {
    const free = 5e10 + 123_456
    return { type: 0x2fc12fc1, bsize, bavail: Math.floor(free / bsize) }
  }) as [typeof btrfs, typeof btrfs]
  t.ok(isSamePool(postgres, backups), 'datasets of one ZFS pool with different block sizes')
})

t.test('backups leave the reserve of uploads once their disk is found to hold DATA_DIR', async (t) => {
  const [dataDir, root] = [testFolder(t), join(testFolder(t), 'backups')]
  const space = { free: 100, total: 1_000, reserve: 500 }
  const backups = new FolderSpace(root, dataDir, { readSpace: async () => space })
  await backups.ensureRoom(1)
  mkdirSync(root)
  const { now } = performance
  t.teardown(() => Object.assign(performance, { now }))
  performance.now = () => now.call(performance) + 1_001
  await t.rejects(backups.ensureRoom(1), full)
})
