import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { get } from 'node:http'
import { fetchAway } from '../lib/http.ts'
import { addLinkedFolder, type LinkedFolder } from '../lib/linked-files.ts'
import { memoryGrowth } from '../lib/processes.ts'
import { interleave, median, seconds } from '../lib/stats.ts'
import type { Row } from '../lib/table.ts'
import { type BenchContext, bearer, inMiB, megabytes, memoryLimit, type Scenario } from './context.ts'

const firstByteLimit = 300

/** `zip` without compression, its output discarded. */
const peer = (path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const away = openSync('/dev/null', 'w')
    const child = spawn('zip', ['-0', '-q', '-r', '-', '.'], { cwd: path, stdio: ['ignore', away, 'inherit'] })
    closeSync(away)
    child.once('error', () => reject(new Error('zip is not installed (apt-get install zip)')))
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`zip ended with ${code}`))))
  })

/** Milliseconds until the first byte of the body. */
const firstByte = (url: URL, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const call = get(url, { headers, agent: false }, (answer) => {
      answer.once('data', () => {
        resolve(performance.now() - started)
        answer.destroy()
      })
    })
    call.on('error', reject)
  })

const measure = async (context: BenchContext, figure: string, folder: LinkedFolder, rounds: number): Promise<Row[]> => {
  const url = new URL(`/api/zip?items=${folder.id}%7Cfolder`, context.coffer.url)
  const headers = bearer(context)
  const rate = (fn: () => Promise<unknown>) => async () => folder.bytes / (await seconds(fn))
  const waits: number[] = []
  for (let round = 0; round < 5; round++) {
    // Longer than a layout stays in the cache.
    await new Promise((resolve) => setTimeout(resolve, 2_200))
    waits.push(await firstByte(url, headers))
  }
  const result = await interleave(
    rounds,
    rate(() => fetchAway(url, headers)),
    rate(() => peer(folder.path)),
  )
  const growth = await memoryGrowth(context.coffer.pid, () => fetchAway(url, headers))
  return [
    {
      scenario: 'zip',
      figure: `${figure} / zip -0 -q -r -`,
      ours: megabytes(median(result.ours)),
      beside: megabytes(median(result.theirs)),
      value: result.ratio,
      limit: { least: 2.5 },
    },
    {
      scenario: 'zip',
      figure: `${figure}, first byte (ms, worst of 5)`,
      ours: `${Math.round(Math.max(...waits))} ms`,
      beside: `${firstByteLimit} ms`,
      value: Math.max(...waits),
      limit: { most: firstByteLimit },
    },
    {
      scenario: 'zip',
      figure: `${figure}, memory growth (MiB)`,
      ours: inMiB(growth),
      beside: inMiB(memoryLimit),
      value: growth / 1_048_576,
      limit: { most: 64 },
    },
  ]
}

export const zip: Scenario = async (context) => {
  const target = { ...context, dataDir: context.coffer.dataDir }
  const small = await addLinkedFolder(
    target,
    'small files',
    Array.from({ length: 20_000 }, (_none, n) => 1_024 * (1 + (n % 16))),
    { distinct: true },
  )
  const big = await addLinkedFolder(target, 'big files', Array<number>(120).fill(100_000_000), {
    distinct: false,
  })
  return [
    ...(await measure(context, '20,000 files of 1–16 KiB', small, context.rounds)),
    ...(await measure(context, '12 GB in 120 files', big, Math.min(context.rounds, 3))),
  ]
}
