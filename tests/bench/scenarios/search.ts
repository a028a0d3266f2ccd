import { SearchRun } from '../../../modules/storage/search/server/search-run.ts'
import { parseTerms } from '../../../modules/storage/search/server/tokens.ts'
import { databaseOf, startLibrary } from '../lib/library.ts'
import { folderSizes } from '../lib/seed-library.ts'
import { percentile } from '../lib/stats.ts'
import type { Row } from '../lib/table.ts'
import { type BenchContext, bearer, type Scenario } from './context.ts'

const searchLimitMs = 30
const pageLimitMs = 25
const requests = 25

/** Queries by class; the words occur in none, ten, a few thousand or four hundred thousand names. */
const classes: Record<string, string[]> = {
  'rare words': ['zanzibar', 'zanzibar 304711', 'rechnung 123456', 'rechnung 888886', 'img_20110207_0'],
  'common words': ['img', 'rechnung', 'final', 'jpg', 'dsc', 'pdf', 'project'],
  'one and two letters': ['i', 'p', 'w', 're', 'ho', 'im', 'ko', 'z'],
  'two words': ['holiday budget', 'img 2019', 'winterer familyen', 'project 1999', 'final v3', 'garden pdf'],
  'typing errors': ['invioce', 'holliday', 'projct', 'reportt', 'mountian', 'kitchne budget'],
  'other scripts': ['отчет', 'отчёт 609', '旅', '照片', '旅行照片119'],
  nothing: ['qqzzxx', 'zanzibarr qqzz', 'xyzzyxyzzy', '100%'],
}

const timesOf = async (context: BenchContext, paths: readonly string[]): Promise<number[]> => {
  const times: number[] = []
  for (let round = -1; round < requests; round++)
    for (const path of paths) {
      const started = performance.now()
      const answer = await fetch(new URL(path, context.coffer.url), { headers: bearer(context) })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      await answer.arrayBuffer()
      if (round >= 0) times.push(performance.now() - started)
    }
  return times
}

const rowOf = (figure: string, times: readonly number[], most: number): Row => ({
  scenario: 'search',
  figure: `${figure}: p50 / p95`,
  ours: `${percentile(times, 0.5).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)} ms`,
  beside: `${most} ms`,
  value: percentile(times, 0.95),
  limit: { most },
})

/** Prints the plan of every statement of these searches. */
const showPlans = async (url: string, queries: readonly string[]): Promise<void> => {
  const db = await databaseOf(url)
  const [owner] = await db.query<{ id: string }>('select id from users order by created_at limit 1')
  const id = (owner as { id: string }).id
  const scope = { root: null, ownerId: id, actor: { userId: id, key: 'bench' }, permission: 'owner' as const }
  const bounds = {
    owner: id,
    folders: false,
    kind: null,
    from: null,
    to: null,
    min: null,
    max: null,
    extension: null,
    parentIds: null,
    rootIds: [],
    unscoped: false,
    ids: null,
    creatorIds: null,
    excludedIds: [],
  }
  const scopes = new Map([[null, scope]])
  const area = { ownerId: id, scopes, within: null, rootIds: [], parentIds: null, unscoped: false }
  try {
    for (const query of queries) {
      const explaining = {
        query: async <R extends object>(text: string, values: readonly unknown[] = []): Promise<R[]> => {
          const plan = await db.query<{ 'QUERY PLAN': string }>(
            `explain (analyze, buffers, timing off) ${text}`,
            values,
          )
          console.log(`-- ${query}\n${plan.map((line) => line['QUERY PLAN'].slice(0, 200)).join('\n')}\n`)
          return db.query<R>(text, values)
        },
      }
      await new SearchRun(explaining, area, parseTerms(query), bounds).run()
    }
  } finally {
    await db.orm.close(true)
  }
}

const folderId = async (url: string, name: string): Promise<string> => {
  const db = await databaseOf(url)
  const [found] = await db
    .query<{ id: string }>(
      `select i.id from items i where i.name = $1 and i.parent_id is null and i.owner_id = (select id from users order by created_at limit 1)`,
      [name],
    )
    .finally(() => db.orm.close(true))
  return (found as { id: string }).id
}

/** A million items of one account among five million: the search by class of query, and the page of two folders. */
export const search: Scenario = async (given) => {
  const coffer = await startLibrary()
  const context = { ...given, coffer, databaseUrl: coffer.databaseUrl }
  try {
    await showPlans(coffer.databaseUrl, ['zanzibar', 'img', 'holiday budget', 'invioce'])
    const rows: Row[] = []
    const all: number[] = []
    for (const [name, queries] of Object.entries(classes)) {
      const paths = queries.map((query) => `/api/search?query=${encodeURIComponent(query)}`)
      const times = await timesOf(context, paths)
      all.push(...times)
      rows.push(rowOf(name, times, searchLimitMs))
    }
    rows.push(rowOf('all of these', all, searchLimitMs))
    for (const name of Object.keys(folderSizes)) {
      const id = await folderId(coffer.databaseUrl, name)
      const paths = ['name', 'created_at', 'size'].map((sort) => `/api/browse/folders/${id}?sort=${sort}`)
      rows.push(rowOf(`folder page of ${name}`, await timesOf(context, paths), pageLimitMs))
    }
    return rows
  } finally {
    await coffer.stop()
  }
}
