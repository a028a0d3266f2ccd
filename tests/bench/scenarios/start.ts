import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { processTree, proportionalBytes } from '../lib/processes.ts'
import { median } from '../lib/stats.ts'
import { inMiB, type Scenario } from './context.ts'

/** Time from process start to the ready line, built and with a warm database; then the idle memory of app and database. */
export const start: Scenario = async ({ coffer, rounds }) => {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await coffer.restart())
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  const postmaster = Number(readFileSync(join(coffer.dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
  const bytes = [...processTree(coffer.pid), ...processTree(postmaster)].reduce(
    (sum, pid) => sum + proportionalBytes(pid),
    0,
  )
  return [
    {
      scenario: 'start',
      figure: 'start to ready (s)',
      ours: `${median(times).toFixed(2)} s`,
      beside: '2 s',
      value: median(times),
      limit: { most: 2 },
    },
    {
      scenario: 'start',
      figure: 'idle memory of app and database, PSS (MiB)',
      ours: inMiB(bytes),
      beside: '200 MiB',
      value: bytes / 1_048_576,
      limit: { most: 200 },
    },
  ]
}
