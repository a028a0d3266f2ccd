import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { smallDisk } from '../../../../tests/support/disks.ts'
import { testFolder } from '../../../../tests/support/folders.ts'
import { AdaptiveIo } from './adaptive-io.ts'
import { BlobHealth } from './health.ts'
import { LocalStaging } from './local-staging.ts'
import { BlobPaths, randomBlobKey } from './paths.ts'
import { S3Health } from './s3/s3-health.ts'

const failed = Object.assign(new Error('EIO'), { code: 'EIO' })

t.test('R06: only a probe that begins after a failed sync clears it', async (t) => {
  const paths = new BlobPaths(testFolder(t))
  mkdirSync(paths.blobs)
  const health = new BlobHealth(paths.blobs)
  const staging = new LocalStaging(paths, health, new AdaptiveIo())
  t.ok(await staging.probe())
  health.failure(failed, { ofSync: true })
  const running = staging.probe()
  health.failure(failed, { ofSync: true })
  t.notOk(await running, 'the disk failed while it ran')
  t.notOk(health.healthy)
  await staging.ensureHealth()
  t.ok(health.healthy, 'the disk was probed again')
  await (await staging.stage(randomBlobKey())).close()
})

/** The clock is set back one hour, and `seconds` pass. */
const setBack = (t: Test, seconds: number): void => {
  const [now, elapsed] = [Date.now, performance.now.bind(performance)]
  Date.now = () => now() - 3_600_000
  performance.now = () => elapsed() + seconds * 1_000
  t.teardown(() => {
    Date.now = now
    performance.now = elapsed
  })
}

t.test('a failed probe is repeated after a second, also when the clock was set back', async (t) => {
  const paths = new BlobPaths(testFolder(t))
  mkdirSync(paths.blobs)
  const health = new BlobHealth(paths.blobs)
  const staging = new LocalStaging(paths, health, new AdaptiveIo())
  health.failure(failed)
  rmSync(paths.staging, { recursive: true })
  t.notOk(await staging.probe())
  let isAway = true
  const s3 = new S3Health('bucket', async () => {
    if (isAway) throw failed
  })
  t.notOk(await s3.probe())
  mkdirSync(paths.staging)
  isAway = false
  setBack(t, 2)
  await staging.ensureHealth()
  await s3.ensure()
})

t.test('the space of a file system that reports no size is unknown, which is not full', async (t) => {
  if (process.platform !== 'linux') return void t.comment('no such file system is known to be there')
  const health = new BlobHealth('/proc')
  t.equal(await health.readSpace(), null)
  await health.ensureRoom(1)
})

t.test('free space is read again after a second, also when the clock was set back', async (t) => {
  const disk = smallDisk(t, 4)
  if (!disk) return void t.comment('only root may mount a disk')
  const health = new BlobHealth(disk)
  const free = (await health.readSpace())?.free ?? 0
  writeFileSync(join(disk, 'file'), Buffer.alloc(1 << 20))
  setBack(t, 2)
  t.equal((await health.readSpace())?.free, free - (1 << 20))
})
