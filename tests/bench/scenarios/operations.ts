import { setTimeout as sleep } from 'node:timers/promises'
import { addFolder, addTree } from '../lib/seed.ts'
import type { Row } from '../lib/table.ts'
import { type BenchContext, bearer, type Scenario } from './context.ts'
import { historyCost } from './history-cost.ts'

const responseLimitMs = 300

interface ApiResponse {
  data?: { id: string; attributes: { name?: string; state?: string } }
}

const call = async (context: BenchContext, method: string, path: string, body?: object) => {
  const started = performance.now()
  const answer = await fetch(new URL(path, context.coffer.url), {
    method,
    headers: { ...bearer(context), ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : null,
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`)
  return { took: performance.now() - started, status: answer.status, body: JSON.parse(text) as ApiResponse }
}

/** A background operation: milliseconds until the response (`took`), seconds until it is done (`whole`). */
const inBackground = async (context: BenchContext, method: string, path: string, body?: object) => {
  const started = performance.now()
  const { took, status, body: operation } = await call(context, method, path, body)
  if (status !== 202) throw new Error(`${path} returned ${status}: it has to run in the background`)
  for (;;) {
    const { body } = await call(context, 'GET', '/api/operations')
    const all = body.data as unknown as { data: NonNullable<ApiResponse['data']> }[]
    const state = all.find(({ data }) => data.id === operation.data?.id)?.data.attributes.state
    if (state === 'done') return { took, whole: (performance.now() - started) / 1_000 }
    if (state !== 'running') throw new Error(`${path}: ${state}`)
    await sleep(100)
  }
}

const row = (figure: string, took: number, whole?: number): Row => ({
  scenario: 'operations',
  figure,
  ours: `${Math.round(took)} ms${whole === undefined ? '' : `, done after ${whole.toFixed(1)} s`}`,
  beside: `${responseLimitMs} ms`,
  value: took,
  limit: { most: responseLimitMs },
})

/**
 * Operations on a tree of 100,000 items: operations that change its root only, and operations that run in the background.
 */
export const operations: Scenario = async (context) => {
  const tree = await addTree(context.databaseUrl, 'a tree', 100, 1_000)
  const other = await addFolder(context.databaseUrl, 'another place', 1)
  const items = [{ id: tree, type: 'folder' }]
  const actions: Record<string, () => Promise<{ took: number }>> = {
    'to the trash': () => call(context, 'POST', '/api/remove', { items }),
    'back from the trash': () => call(context, 'POST', '/api/trash/restore', { items }),
    'into a folder': () => call(context, 'POST', '/api/move', { items, to_id: other }),
    'and out of it': () => call(context, 'POST', '/api/move', { items, to_id: null }),
  }
  const times = new Map<string, number[]>()
  for (let round = 0; round < context.rounds; round++)
    for (const [name, run] of Object.entries(actions)) times.set(name, [...(times.get(name) ?? []), (await run()).took])
  const rows = [...times].map(([name, took]) =>
    row(`100,000 items ${name}, worst of ${took.length}`, Math.max(...took)),
  )
  const copy = await inBackground(context, 'POST', '/api/copy', { items, to_id: other })
  rows.push(row('copy of 100,000 items, response', copy.took, copy.whole))
  await call(context, 'POST', '/api/remove', { items })
  const purge = await inBackground(context, 'POST', '/api/remove', { items, force_delete: true })
  rows.push(row('100,000 items deleted permanently, response', purge.took, purge.whole))
  await call(context, 'POST', '/api/remove', { items: [{ id: other, type: 'folder' }] })
  const summaries = await Promise.all([1, 2, 3, 4, 5].map(() => call(context, 'GET', '/api/trash/summary')))
  rows.push(row('summary of a trash of 100,000 items, worst of 5', Math.max(...summaries.map(({ took }) => took))))
  const dump = await inBackground(context, 'DELETE', '/api/trash/dump')
  rows.push(row('trash of 100,000 items emptied, response', dump.took, dump.whole))
  return [...rows, ...(await historyCost(context))]
}
