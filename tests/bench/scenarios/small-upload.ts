import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inLanes, send } from '../lib/http.ts'
import { memoryGrowth, startScript, stopChild } from '../lib/processes.ts'
import { interleave, median, seconds } from '../lib/stats.ts'
import { type BenchContext, bearer, inMiB, memoryLimit, type Scenario } from './context.ts'

const count = 2_000
const size = 4_096
const peer = new URL('../peers/small-file-server.ts', import.meta.url).pathname

const once = async (context: BenchContext) => {
  const headers = bearer(context)
  const run = randomUUID().slice(0, 8)
  const took = await seconds(() =>
    inLanes(count, 8, (index) => {
      const url = new URL('/api/upload/chunks', context.coffer.url)
      url.search = new URLSearchParams({
        name: `${run}-${index}.bin`,
        upload_id: randomUUID(),
        offset: '0',
        total_size: String(size),
        is_last_chunk: 'true',
      }).toString()
      return send(url, size, headers)
    }),
  )
  return count / took
}

export const smallUpload: Scenario = async (context) => {
  const folder = mkdtempSync(join(context.scratch, 'peer-'))
  const { child, match } = await startScript([peer, folder, context.databaseUrl], /listening (\d+)/)
  const target = new URL(`http://127.0.0.1:${match}/`)
  const bare = async () => count / (await seconds(() => inLanes(count, 8, () => send(target, size, {}))))
  const result = await interleave(context.rounds, () => once(context), bare)
  const growth = await memoryGrowth(context.coffer.pid, () => once(context))
  await stopChild(child)
  return [
    {
      scenario: 'small-upload',
      figure: '2,000 × 4 KiB, 8 at a time, each durable with its row / bare Node: write, fsync, insert',
      ours: `${Math.round(median(result.ours))}/s`,
      beside: `${Math.round(median(result.theirs))}/s`,
      value: result.ratio,
      limit: { least: 0.6 },
    },
    {
      scenario: 'small-upload',
      figure: 'memory growth (MiB)',
      ours: inMiB(growth),
      beside: inMiB(memoryLimit),
      value: growth / 1_048_576,
      limit: { most: 64 },
    },
  ]
}
