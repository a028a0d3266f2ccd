import { startScript, stopChild } from '../lib/processes.ts'
import { scriptBytes } from '../lib/scripts.ts'
import { addFolder } from '../lib/seed.ts'
import { type Interleaved, interleave, median } from '../lib/stats.ts'
import type { Row } from '../lib/table.ts'
import { requestRate } from '../lib/wrk.ts'
import { buildEmptyPage } from '../peers/empty-page/build.ts'
import { bearer, type Scenario } from './context.ts'

const emptyServer = new URL('../peers/empty-page-server.ts', import.meta.url).pathname

const eachNew = new URL('../peers/each-new.lua', import.meta.url).pathname

export const page: Scenario = async (context) => {
  const folder = await addFolder(context.databaseUrl, 'fifty', 50)
  const dist = buildEmptyPage()
  const { child, match } = await startScript([emptyServer, dist], /listening (\d+)/, { NODE_ENV: 'production' })
  const files = new URL(`/platform/files/${folder}`, context.coffer.url)
  const headers = bearer(context)
  const empty = new URL(`http://127.0.0.1:${match}/`)
  const again = await interleave(
    context.rounds,
    () => requestRate(files, headers, 8),
    () => requestRate(empty, {}, 8),
  )
  const anew = await interleave(
    context.rounds,
    () => requestRate(files, headers, 8, 4, eachNew),
    () => requestRate(empty, {}, 8),
  )
  await stopChild(child)
  const scripts = await scriptBytes(files, headers)
  const row = (figure: string, result: Interleaved, limit: Row['limit']): Row => ({
    scenario: 'page',
    figure: `files page of 50, ${figure} / an empty page by Vike`,
    ours: `${Math.round(median(result.ours))}/s`,
    beside: `${Math.round(median(result.theirs))}/s`,
    value: result.ratio,
    limit,
  })
  return [
    row('the same asked again', again, { least: 0.8 }),
    // For information: thirty rows and their queries cost several times an empty page.
    row('each rendered anew', anew, {}),
    {
      scenario: 'page',
      figure: 'JavaScript of the files page (KB gzip)',
      ours: `${Math.round(scripts / 1_000)} KB`,
      beside: '200 KB',
      value: scripts / 1_000,
      limit: { most: 200 },
    },
  ]
}
