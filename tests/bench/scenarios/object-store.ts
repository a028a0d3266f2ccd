import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { newBucket } from '../../support/buckets.ts'
import { cephMissing, startCeph } from '../../support/ceph.ts'
import { startCoffer } from '../lib/coffer.ts'
import { fetchAway } from '../lib/http.ts'
import { type Interleaved, interleave, median, seconds } from '../lib/stats.ts'
import type { Row } from '../lib/table.ts'
import { writeNoise } from '../lib/write-noise.ts'
import { startRclone } from '../peers/rclone.ts'
import { megabytes, type Scenario } from './context.ts'
import { uploadOne } from './download.ts'

const size = 1 << 30
/** In memory: each upload of a round and the warm-up, of both sides, because removed objects are freed late. */
const storeBytes = 12 * size
const maxRounds = 3

const row = (figure: string, { ours, theirs, ratio }: Interleaved, limit: Row['limit']): Row => ({
  scenario: 'object-store',
  figure,
  ours: megabytes(median(ours)),
  beside: megabytes(median(theirs)),
  value: ratio,
  limit,
})

/** 1 GiB to Ceph's gateway and back through Coffer, beside rclone on the same gateway. */
export const objectStore: Scenario = async (context) => {
  const missing = cephMissing()
  if (missing) throw new Error(missing)
  const ceph = await startCeph({ bytes: storeBytes })
  const coffer = await startCoffer(undefined, { BLOB_URL: await newBucket(ceph.url) })
  try {
    const rclone = startRclone(await newBucket(ceph.url))
    if (!rclone) throw new Error('rclone is not installed (apt-get install rclone)')
    const headers = { authorization: `Bearer ${coffer.token}` }
    const source = join(context.scratch, 'object-store.bin')
    writeNoise(source, size)
    const rate = async (work: () => Promise<unknown>) => size / (await seconds(work))
    const rounds = Math.min(context.rounds, maxRounds)
    let file = new URL(coffer.url)
    const up = await interleave(
      rounds,
      () =>
        rate(async () => {
          file = await uploadOne({ ...context, coffer }, `${randomUUID()}.bin`, size)
        }),
      () => rate(() => rclone.upload(source, 'up.bin')),
    )
    const ours = () => rate(() => fetchAway(file, headers))
    const down = await interleave(rounds, ours, () => rate(() => rclone.read('up.bin')))
    const copied = await interleave(rounds, ours, () =>
      rate(() => rclone.download('up.bin', join(context.scratch, 'down.bin'))),
    )
    return [
      row('1 GiB up, hashed, staged on disk, in the bucket / rclone copyto from a file', up, { least: 0.7 }),
      row('1 GiB down, one stream / rclone cat', down, { least: 0.7 }),
      row('1 GiB down, one stream / rclone copyto to a file, four streams', copied, {}),
    ]
  } finally {
    await coffer.stop()
    await ceph.stop()
  }
}
