import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sendChunked } from '../lib/http.ts'
import { memoryGrowth, startScript, stopChild } from '../lib/processes.ts'
import { interleave, median, seconds } from '../lib/stats.ts'
import { type BenchContext, bearer, inMiB, megabytes, memoryLimit, type Scenario } from './context.ts'

const size = 1 << 30
const chunk = 16 << 20
const peer = new URL('../peers/upload-server.ts', import.meta.url).pathname

const chunkUrl =
  (base: URL, id: string) =>
  (offset: number, { isLast }: { isLast: boolean }) => {
    const url = new URL('/api/upload/chunks', base)
    url.search = new URLSearchParams({
      name: `bench-${id}.bin`,
      upload_id: id,
      offset: String(offset),
      total_size: String(size),
      is_last_chunk: String(isLast),
    }).toString()
    return url
  }

/** Uploads 1 GiB by the product's own protocol and deletes it, so that all rounds use the same disk. */
const once = async (context: BenchContext) => {
  const headers = bearer(context)
  let answer = ''
  const took = await seconds(async () => {
    answer = await sendChunked(chunkUrl(context.coffer.url, randomUUID()), size, chunk, headers)
  })
  const { id } = (JSON.parse(answer) as { data: { id: string } }).data
  for (const force_delete of [false, true]) {
    const removed = await fetch(new URL('/api/remove', context.coffer.url), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ items: [{ id, type: 'file', force_delete }] }),
    })
    if (!removed.ok) throw new Error(`remove: ${removed.status} ${await removed.text()}`)
  }
  return size / took
}

export const upload: Scenario = async (context) => {
  const folder = mkdtempSync(join(context.scratch, 'peer-'))
  const { child, match } = await startScript([peer, folder], /listening (\d+)/)
  const bare = async () => {
    const id = randomUUID()
    const took = await seconds(() => sendChunked(chunkUrl(new URL(`http://127.0.0.1:${match}`), id), size, chunk, {}))
    rmSync(join(folder, id))
    return size / took
  }
  const result = await interleave(context.rounds, () => once(context), bare)
  const growth = await memoryGrowth(context.coffer.pid, () => once(context))
  await stopChild(child)
  return [
    {
      scenario: 'upload',
      figure: '1 GiB in 16 MiB chunks, hashes, fsync, rows / bare Node with the same writes and fsync',
      ours: megabytes(median(result.ours)),
      beside: megabytes(median(result.theirs)),
      value: result.ratio,
      limit: { least: 0.75 },
    },
    {
      scenario: 'upload',
      figure: 'memory growth (MiB)',
      ours: inMiB(growth),
      beside: inMiB(memoryLimit),
      value: growth / 1_048_576,
      limit: { most: 64 },
    },
  ]
}
