import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inLanes, sendTimed } from '../lib/http.ts'
import { processorSeconds, startScript, stopChild } from '../lib/processes.ts'
import { interleave, median, seconds } from '../lib/stats.ts'
import type { Row } from '../lib/table.ts'
import { type BenchContext, bearer, type Scenario } from './context.ts'

const peer = new URL('../peers/small-file-server.ts', import.meta.url).pathname
const kibibyte = 1 << 10
const mebibyte = 1 << 20

interface Measured {
  name: string
  size: number
  count: number
}

/** Photos and documents: files of one chunk. */
const sizes: Measured[] = [
  { name: '100 KiB', size: 100 * kibibyte, count: 600 },
  { name: '1 MiB', size: mebibyte, count: 240 },
  { name: '4 MiB', size: 4 * mebibyte, count: 60 },
  { name: '12 MiB', size: 12 * mebibyte, count: 24 },
]

/** Sends `count` files, six at a time. Returns files per second. */
const sendFiles = async (target: URL, { size, count }: Measured, headers: Record<string, string>): Promise<number> => {
  const run = randomUUID().slice(0, 8)
  const took = await seconds(() =>
    inLanes(count, 6, (index) => {
      const url = new URL(target)
      url.search = new URLSearchParams({
        name: `${run}-${index}.jpg`,
        upload_id: randomUUID(),
        offset: '0',
        total_size: String(size),
        is_last_chunk: 'true',
      }).toString()
      return sendTimed(url, size, headers)
    }),
  )
  return count / took
}

const measure = async (context: BenchContext, bareUrl: URL, measured: Measured): Promise<Row[]> => {
  const chunks = new URL('/api/upload/chunks', context.coffer.url)
  const processor: number[] = []
  const ours = async () => {
    const before = processorSeconds(context.coffer.pid)
    const rate = await sendFiles(chunks, measured, bearer(context))
    processor.push(((processorSeconds(context.coffer.pid) - before) / measured.count) * 1_000)
    return rate
  }
  const result = await interleave(context.rounds, ours, () => sendFiles(bareUrl, measured, {}))
  return [
    {
      scenario: 'medium-upload',
      figure: `${measured.name}, 6 at a time, hashed and durable / bare Node: hash, write, fsync, insert`,
      ours: `${Math.round(median(result.ours))}/s, ${median(processor).toFixed(1)} ms of processor`,
      beside: `${Math.round(median(result.theirs))}/s`,
      value: result.ratio,
      limit: { least: 0.6 },
    },
  ]
}

export const mediumUpload: Scenario = async (context) => {
  const folder = mkdtempSync(join(context.scratch, 'peer-'))
  const { child, match } = await startScript([peer, folder, context.databaseUrl, 'hash'], /listening (\d+)/)
  const rows: Row[] = []
  for (const measured of sizes) rows.push(...(await measure(context, new URL(`http://127.0.0.1:${match}/`), measured)))
  await stopChild(child)
  return rows
}
