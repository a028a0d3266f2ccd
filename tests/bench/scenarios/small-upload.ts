import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from '../../../modules/storage/contract.ts'
import { inLanes, sendTimed } from '../lib/http.ts'
import { memoryGrowth, startScript, stopChild } from '../lib/processes.ts'
import { type Interleaved, interleave, median, seconds } from '../lib/stats.ts'
import { type BenchContext, bearer, inMiB, memoryLimit, type Scenario } from './context.ts'

const count = 2_000
const size = 4_096
const peer = new URL('../peers/small-file-server.ts', import.meta.url).pathname

const fieldsOf = (run: string, index: number) => ({
  name: `${run}-${index}.bin`,
  upload_id: randomUUID(),
  offset: '0',
  total_size: String(size),
  is_last_chunk: 'true',
})

/** Files per second, one request per file, eight concurrent. */
const alone = async (context: BenchContext): Promise<number> => {
  const headers = bearer(context)
  const run = randomUUID().slice(0, 8)
  const took = await seconds(() =>
    inLanes(count, 8, (index) => {
      const url = new URL('/api/upload/chunks', context.coffer.url)
      url.search = new URLSearchParams(fieldsOf(run, index)).toString()
      return sendTimed(url, size, headers)
    }),
  )
  return count / took
}

/** Files per second in bundles of `files`, two concurrent. */
const bundled = async (context: BenchContext, files: number): Promise<number> => {
  const headers = bearer(context)
  const run = randomUUID().slice(0, 8)
  const took = await seconds(() =>
    inLanes(Math.ceil(count / files), 2, async (index) => {
      const first = index * files
      const names = Array.from({ length: Math.min(files, count - first) }, (_, at) => fieldsOf(run, first + at))
      const head = Buffer.from(JSON.stringify(names))
      const url = new URL(`/api/upload/bundle?head=${head.length}`, context.coffer.url)
      const answer = await sendTimed(url, names.length * size, headers, head)
      const result = JSON.parse(answer) as { files: { status: number }[] }
      if (result.files.some(({ status }) => status !== 201)) throw new Error(`a bundle was rejected: ${answer}`)
    }),
  )
  return count / took
}

export const smallUpload: Scenario = async (context) => {
  const folder = mkdtempSync(join(context.scratch, 'peer-'))
  const { child, match } = await startScript([peer, folder, context.databaseUrl], /listening (\d+)/)
  const target = new URL(`http://127.0.0.1:${match}/`)
  const bare = async () => count / (await seconds(() => inLanes(count, 8, () => sendTimed(target, size, {}))))
  const each = await interleave(context.rounds, () => alone(context), bare)
  const four = await interleave(context.rounds, () => bundled(context, 4), bare)
  const paged = await interleave(context.rounds, () => bundled(context, bundle.files), bare)
  const growth = await memoryGrowth(context.coffer.pid, () => bundled(context, bundle.files))
  await stopChild(child)
  const row = (how: string, { ours, theirs, ratio }: Interleaved) => ({
    scenario: 'small-upload',
    figure: `2,000 × 4 KiB, ${how}, each durable with its row / bare Node, 8 at a time: write, fsync, insert`,
    ours: `${Math.round(median(ours))}/s`,
    beside: `${Math.round(median(theirs))}/s`,
    value: ratio,
    limit: { least: 0.6 },
  })
  return [
    row('8 at a time, a request for each', each),
    row('8 at a time in bundles of four', four),
    row(`as the page sends them: two bundles of ${bundle.files} at a time`, paged),
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
