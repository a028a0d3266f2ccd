import { mkdirSync } from 'node:fs'
import t from 'tap'
import { testFolder } from '../../../../tests/support/folders.ts'
import { AdaptiveIo } from './adaptive-io.ts'
import { BlobHealth } from './health.ts'
import { LocalStaging } from './local-staging.ts'
import { BlobPaths, randomKey } from './paths.ts'

const failed = Object.assign(new Error('EIO'), { code: 'EIO' })

t.test('R06: only a probe that begins after a failed sync clears it', async (t) => {
  const paths = new BlobPaths(testFolder(t))
  mkdirSync(paths.blobs)
  const health = new BlobHealth(paths.blobs)
  const staging = new LocalStaging(paths, health, new AdaptiveIo())
  t.ok(await staging.probe())
  health.failure(failed, true)
  const running = staging.probe()
  health.failure(failed, true)
  t.notOk(await running, 'the disk failed while it ran')
  t.notOk(health.healthy)
  await staging.ensureHealth()
  t.ok(health.healthy, 'the disk was probed again')
  await (await staging.stage(randomKey())).close()
})
