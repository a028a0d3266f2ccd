import { memoryGrowth } from '../lib/processes.ts'
import { addFolder } from '../lib/seed.ts'
import { interleave, median, seconds } from '../lib/stats.ts'
import { type BenchContext, bearer, inMiB, memoryLimit, type Scenario } from './context.ts'

const requests = 200

interface Page {
  data: unknown[]
  meta: { paginate: { nextCursor: string | null } }
}

const get = async (context: BenchContext, folder: string, query: string): Promise<Page> => {
  const url = new URL(`/api/browse/folders/${folder}?sort=name&direction=ASC&${query}`, context.coffer.url)
  const answer = await fetch(url, { headers: bearer(context) })
  if (!answer.ok) throw new Error(`${url.pathname}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Page
}

/** Median milliseconds of one page, over many requests one after the other. */
const pageTime = (context: BenchContext, folder: string, query: string) => async () => {
  const times: number[] = []
  for (let request = 0; request < requests; request++) times.push(await seconds(() => get(context, folder, query)))
  return median(times) * 1_000
}

/** The cursor that leads to the 1,000th page of 50. */
const deepCursor = async (context: BenchContext, folder: string): Promise<string> => {
  let cursor: string | null = null
  for (let page = 1; page < 1_000; page += 4) {
    const { meta } = await get(context, folder, `per_page=200${cursor ? `&cursor=${cursor}` : ''}`)
    cursor = meta.paginate.nextCursor
    if (!cursor) throw new Error('the folder ended early')
  }
  return cursor as string
}

export const listing: Scenario = async (context) => {
  const small = await addFolder(context.databaseUrl, 'a hundred', 100)
  const large = await addFolder(context.databaseUrl, 'a hundred thousand', 100_000)
  const cursor = await deepCursor(context, large)
  const first = await interleave(context.rounds, pageTime(context, large, ''), pageTime(context, small, ''))
  const deep = await interleave(
    context.rounds,
    pageTime(context, large, `cursor=${cursor}`),
    pageTime(context, small, ''),
  )
  const growth = await memoryGrowth(context.coffer.pid, pageTime(context, large, ''))
  const ms = (value: number) => `${value.toFixed(2)} ms`
  return [
    {
      scenario: 'listing',
      figure: 'first page of 100,000 / first page of 100',
      ours: ms(median(first.ours)),
      beside: ms(median(first.theirs)),
      value: first.ratio,
      limit: { most: 1.5 },
    },
    {
      scenario: 'listing',
      figure: '1,000th cursor page of 100,000 / first page of 100',
      ours: ms(median(deep.ours)),
      beside: ms(median(deep.theirs)),
      value: deep.ratio,
      limit: { most: 1.5 },
    },
    {
      scenario: 'listing',
      figure: 'memory growth (MiB)',
      ours: inMiB(growth),
      beside: inMiB(memoryLimit),
      value: growth / 1_048_576,
      limit: { most: 64 },
    },
  ]
}
