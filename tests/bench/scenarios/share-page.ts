import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { firstPaints } from '../lib/paints.ts'
import { startScript, stopChild } from '../lib/processes.ts'
import { scriptBytes } from '../lib/scripts.ts'
import { addFolder } from '../lib/seed.ts'
import { interleave, median } from '../lib/stats.ts'
import type { Row } from '../lib/table.ts'
import { answerTimes, requestRate } from '../lib/wrk.ts'
import { buildEmptyPage } from '../peers/empty-page/build.ts'
import { type BenchContext, bearer, type Scenario } from './context.ts'

const root = new URL('../../../', import.meta.url).pathname
const emptyServer = new URL('../peers/empty-page-server.ts', import.meta.url).pathname
const entries = 5_000
const eachNew = new URL('../peers/each-new.lua', import.meta.url).pathname

/** Creates a share link; resolves with its token. */
const link = async (context: BenchContext, path: string, body: object): Promise<string> => {
  const answer = await fetch(new URL(path, context.coffer.url), {
    method: 'POST',
    headers: { ...bearer(context), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { data } = (await answer.json()) as { data: { attributes: { token: string } } }
  return data.attributes.token
}

/** Gzipped bytes of the document and its blocking stylesheets. */
const firstBytes = async (url: URL): Promise<number> => {
  const html = await (await fetch(url)).text()
  // Links in `noscript` are for browsers without JavaScript.
  const waited = html.replace(/<noscript>.*?<\/noscript>/g, '')
  const sheets = new Set(
    [...waited.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)].map(([, path = '']) => path),
  )
  const sizes = [...sheets].map((path) => gzipSync(readFileSync(join(root, 'dist/client', path))).length)
  return sizes.reduce((sum, size) => sum + size, gzipSync(html).length)
}

/** Public pages: of a share link to a large folder, and of a file request. */
export const sharePage: Scenario = async (context) => {
  const folder = await addFolder(context.databaseUrl, 'a large link', entries)
  const token = await link(context, '/api/share', { id: folder, type: 'folder', permission: 'visitor' })
  const url = new URL(`/share/${token}/files/${folder}`, context.coffer.url)
  const asked = await link(context, '/api/file-request', { folder_id: folder, title: 'Photos of the feast' })
  const request = new URL(`/request/${asked}/upload`, context.coffer.url)
  const dist = buildEmptyPage()
  const { child, match } = await startScript([emptyServer, dist], /listening (\d+)/, { NODE_ENV: 'production' })
  const empty = new URL(`http://127.0.0.1:${match}/`)
  const rates = await interleave(
    context.rounds,
    () => requestRate(url, {}, 16),
    () => requestRate(empty, {}, 16),
  )
  const anew = await interleave(
    context.rounds,
    () => requestRate(url, {}, 16, 4, eachNew),
    () => requestRate(empty, {}, 16),
  )
  const { p99 } = await answerTimes(url, 16)
  await stopChild(child)
  const weight = await firstBytes(url)
  const scripts = await scriptBytes(url, {})
  const { contentful, largest, blocking } = await firstPaints(url)
  const requestScripts = await scriptBytes(request, {})
  const asking = await firstPaints(request)
  const named =
    (page: string) => (figure: string, ours: string, beside: string, value: number, limit: Row['limit']) => ({
      scenario: 'share-page',
      figure: `${page}: ${figure}`,
      ours,
      beside,
      value,
      limit,
    })
  const row = named(`link to ${entries} entries`)
  const requestRow = named('upload request')
  const rate = (values: number[]) => `${Math.round(median(values))}/s`
  return [
    row('requests at 16 connections / an empty page by Vike', rate(rates.ours), rate(rates.theirs), rates.ratio, {
      least: 0.8,
    }),
    // For information: fifty rows and their queries cost several times Vike's nothing.
    row('each rendered anew / an empty page by Vike', rate(anew.ours), rate(anew.theirs), anew.ratio, {}),
    row('99 of 100 answers within (ms)', `${p99} ms`, '40 ms', p99, { most: 40 }),
    row('HTML and CSS (KB gzip)', `${(weight / 1_000).toFixed(1)} KB`, '18 KB', weight / 1_000, { most: 18 }),
    row('JavaScript (KB gzip)', `${Math.round(scripts / 1_000)} KB`, '170 KB', scripts / 1_000, { most: 170 }),
    row('first contentful paint, slow 4G, a quarter of the CPU (ms)', `${contentful} ms`, '1000 ms', contentful, {
      most: 1_000,
    }),
    row('largest contentful paint, the same (ms)', `${largest} ms`, '1800 ms', largest, { most: 1_800 }),
    row('blocking time, the same (ms)', `${blocking} ms`, '300 ms', blocking, { most: 300 }),
    requestRow('JavaScript (KB gzip)', `${Math.round(requestScripts / 1_000)} KB`, '170 KB', requestScripts / 1_000, {
      most: 170,
    }),
    requestRow('first contentful paint, the same (ms)', `${asking.contentful} ms`, '1000 ms', asking.contentful, {
      most: 1_000,
    }),
    requestRow('blocking time, the same (ms)', `${asking.blocking} ms`, '300 ms', asking.blocking, { most: 300 }),
  ]
}
