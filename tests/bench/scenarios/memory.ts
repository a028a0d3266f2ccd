import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inLanes } from '../lib/http.ts'
import { processTree, proportionalBytes, residentBytesOfTree } from '../lib/processes.ts'
import { addFolder } from '../lib/seed.ts'
import type { Row } from '../lib/table.ts'
import { type BenchContext, bearer, inMiB, type Scenario } from './context.ts'

const idleLimitMiB = 130
const loadedLimitMiB = 300
const settledLimitMiB = 200
const withDatabaseLimitMiB = 180
/** After start and after the load, until the process is idle; less than the five minutes that the limit allows. */
const settleMs = 30_000
const pages = 4_000

const row = (figure: string, bytes: number, limitMiB: number): Row => ({
  scenario: 'memory',
  figure,
  ours: inMiB(bytes),
  beside: `${limitMiB} MiB`,
  value: bytes / 1_048_576,
  limit: { most: limitMiB },
})

/** Asks for 100 entries and throws the answer away. */
const listPage = async ({ coffer, ...context }: BenchContext, folder: string): Promise<void> => {
  const url = new URL(`/api/browse/folders/${folder}?sort=name&direction=ASC&per_page=100`, coffer.url)
  const answer = await fetch(url, { headers: bearer({ coffer, ...context }) })
  if (!answer.ok) throw new Error(`${url.pathname}: ${answer.status}`)
  await answer.arrayBuffer()
}

/** Resident memory of the app's process while idle, right after a load and when it has settled. */
export const memory: Scenario = async (context) => {
  const { coffer } = context
  const folder = await addFolder(context.databaseUrl, 'entries', 1_000)
  await coffer.restart()
  await sleep(settleMs)
  const idle = residentBytesOfTree(coffer.pid)
  const postmaster = Number(readFileSync(join(coffer.dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
  const together = [...processTree(coffer.pid), ...processTree(postmaster)].reduce(
    (sum, pid) => sum + proportionalBytes(pid),
    0,
  )
  await inLanes(pages, 100, () => listPage(context, folder))
  const loaded = residentBytesOfTree(coffer.pid)
  await sleep(settleMs)
  return [
    row('app, idle (RSS)', idle, idleLimitMiB),
    row('app and database, idle (PSS)', together, withDatabaseLimitMiB),
    row(`app after ${pages} listings of 100 entries, 100 at a time (RSS)`, loaded, loadedLimitMiB),
    row(`app ${settleMs / 1_000} s later (RSS)`, residentBytesOfTree(coffer.pid), settledLimitMiB),
  ]
}
