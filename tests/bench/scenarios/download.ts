import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { fetchAway, inLanes, sendChunked, sendTimed } from '../lib/http.ts'
import { memoryGrowth } from '../lib/processes.ts'
import { type Interleaved, interleave, median, seconds } from '../lib/stats.ts'
import type { Row } from '../lib/table.ts'
import { writeNoise } from '../lib/write-noise.ts'
import { requestRate } from '../lib/wrk.ts'
import { startPeerNginx } from '../peers/nginx.ts'
import { type BenchContext, bearer, inMiB, megabytes, memoryLimit, type Scenario } from './context.ts'

const size = 1 << 30

/** Uploads a file of noise in chunks; resolves with the URL of its content. */
export const uploadOne = async (context: Pick<BenchContext, 'coffer'>, name: string, bytes: number): Promise<URL> => {
  const upload = randomUUID()
  const chunkUrl = (offset: number, { isLast }: { isLast: boolean }) => {
    const url = new URL('/api/upload/chunks', context.coffer.url)
    url.search = new URLSearchParams({
      name,
      upload_id: upload,
      offset: String(offset),
      total_size: String(bytes),
      is_last_chunk: String(isLast),
    }).toString()
    return url
  }
  if (bytes > 16 << 20) await sendChunked(chunkUrl, bytes, 16 << 20, bearer(context))
  else await sendTimed(chunkUrl(0, { isLast: true }), bytes, bearer(context))
  const listing = await fetch(new URL('/api/browse/folders/all?sort=created_at&direction=DESC', context.coffer.url), {
    headers: bearer(context),
  })
  const { data } = (await listing.json()) as { data: { data: { attributes: { name: string; file_url: string } } }[] }
  const file = data.find(({ data: item }) => item.attributes.name === name)
  if (!file) throw new Error(`${name} is not listed`)
  return new URL(file.data.attributes.file_url, context.coffer.url)
}

const row = (figure: string, result: Interleaved, least: number, show: (value: number) => string): Row => ({
  scenario: 'download',
  figure: `${figure} / nginx sendfile`,
  ours: show(median(result.ours)),
  beside: show(median(result.theirs)),
  value: result.ratio,
  limit: { least },
})

export const download: Scenario = async (context) => {
  const folder = mkdtempSync(join(context.scratch, 'nginx-'))
  writeNoise(join(folder, 'big.bin'), size)
  writeNoise(join(folder, 'small.bin'), 4_096)
  const nginx = await startPeerNginx(folder)
  if (!nginx) throw new Error('nginx is not installed (apt-get install nginx-light)')
  const [ours, small] = [await uploadOne(context, 'big.bin', size), await uploadOne(context, 'small.bin', 4_096)]
  const headers = bearer(context)
  const theirs = new URL('/big.bin', nginx.url)
  const whole = (url: URL, lanes: number) => async () =>
    (lanes * size) / (await seconds(() => inLanes(lanes, lanes, () => fetchAway(url, headers))))
  const ranges = (url: URL) => async () => {
    const took = await seconds(() =>
      inLanes(200, 4, (index) => {
        const from = ((index * 7_919) % 1_023) << 20
        return fetchAway(url, { ...headers, range: `bytes=${from}-${from + (1 << 20) - 1}` })
      }),
    )
    return (200 << 20) / took
  }
  const { rounds } = context
  const rows = [
    row('1 GiB, one stream', await interleave(rounds, whole(ours, 1), whole(theirs, 1)), 0.9, megabytes),
    row('1 GiB, 8 streams', await interleave(Math.min(rounds, 3), whole(ours, 8), whole(theirs, 8)), 0.85, megabytes),
    row('200 ranges of 1 MiB', await interleave(rounds, ranges(ours), ranges(theirs)), 0.6, megabytes),
    row(
      '4 KiB with session and permission check',
      await interleave(
        rounds,
        () => requestRate(small, headers),
        () => requestRate(new URL('/small.bin', nginx.url), {}),
      ),
      0.12,
      (value) => `${Math.round(value)}/s`,
    ),
  ]
  const growth = await memoryGrowth(context.coffer.pid, whole(ours, 8))
  await nginx.stop()
  return [
    ...rows,
    {
      scenario: 'download',
      figure: 'memory growth at 8 streams (MiB)',
      ours: inMiB(growth),
      beside: inMiB(memoryLimit),
      value: growth / 1_048_576,
      limit: { most: 64 },
    },
  ]
}
