import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { addLinks, addSessions, type PageVisitor } from '../lib/page-visitors.ts'
import { serverSeconds, startScript, stopChild } from '../lib/processes.ts'
import { interleave, median } from '../lib/stats.ts'
import type { Row } from '../lib/table.ts'
import { requestsInTurn } from '../lib/wrk.ts'
import type { Scenario } from './context.ts'

const documentServer = new URL('../peers/document-server.ts', import.meta.url).pathname
const secondsPerRound = 4

const documentOf = async (url: URL, { path, cookie }: PageVisitor): Promise<string> =>
  (await fetch(new URL(path, url), { headers: cookie ? { cookie } : {} })).text()

/**
 * Pages that were not asked for before: 300 links of 60 files and 50 sessions in turn, each request with another URL,
 * beside bare Fastify that sends documents of the same size.
 */
export const pagesAnew: Scenario = async ({ coffer, scratch, rounds }) => {
  const kinds = [
    { name: 'share page of 60 files', visitors: await addLinks(coffer, 300) },
    { name: 'files page of 60', visitors: await addSessions(coffer, 50) },
  ]
  const documents = await Promise.all(kinds.map(({ visitors }) => documentOf(coffer.url, visitors[0] as PageVisitor)))
  const sizes = documents.map((document) => String(Buffer.byteLength(document)))
  const { child, match } = await startScript([documentServer, ...sizes], /listening (\d+)/, { NODE_ENV: 'production' })
  const rows: Row[] = []
  for (const [at, { name, visitors }] of kinds.entries()) {
    const file = join(scratch, `visitors-${at}`)
    writeFileSync(file, visitors.map(({ path, cookie }) => `${path}\t${cookie}\n`).join(''))
    const bareFile = join(scratch, `bare-${at}`)
    writeFileSync(bareFile, `/${at}\t\n`)
    const delays: number[] = []
    const milliseconds: number[] = []
    const { ours, theirs, ratio } = await interleave(
      rounds,
      async () => {
        const before = serverSeconds(coffer.pid)
        const { rate, p99 } = await requestsInTurn(coffer.url, file, secondsPerRound)
        delays.push(p99)
        milliseconds.push(((serverSeconds(coffer.pid) - before) * 1_000) / (rate * secondsPerRound))
        return rate
      },
      async () => (await requestsInTurn(new URL(`http://127.0.0.1:${match}/`), bareFile, secondsPerRound)).rate,
    )
    const html = documents[at] as string
    const row = (figure: string, ours: string, beside: string, value: number): Row => ({
      scenario: 'pages-anew',
      figure: `${name}, ${figure}`,
      ours,
      beside,
      value,
      // For information: a page costs many times what sending it costs.
      limit: {},
    })
    rows.push(
      row('each anew / bare', `${Math.round(median(ours))}/s`, `${Math.round(median(theirs))}/s`, ratio),
      row('p99 (ms)', `${Math.round(median(delays))}`, '–', median(delays)),
      row('processor time of the app (ms)', median(milliseconds).toFixed(1), '–', median(milliseconds)),
      row('HTML (KB)', `${Math.round(html.length / 1_000)}`, '–', html.length / 1_000),
      row('HTML, gzip (KB)', (gzipSync(html).length / 1_000).toFixed(1), '–', gzipSync(html).length / 1_000),
    )
  }
  await stopChild(child)
  return rows
}
