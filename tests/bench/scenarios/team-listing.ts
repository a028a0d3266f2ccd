import { addFolder } from '../lib/seed.ts'
import { interleave, median, seconds } from '../lib/stats.ts'
import { addMembers } from '../lib/team.ts'
import { type BenchContext, bearer, type Scenario } from './context.ts'

const members = 1_000
const entries = 100_000
const requests = 200

/** Median milliseconds of a folder's first page, over many requests one after the other. */
const pageTime =
  ({ coffer }: BenchContext, folder: string, headers: Record<string, string>) =>
  async () => {
    const url = new URL(`/api/browse/folders/${folder}?sort=name&direction=ASC`, coffer.url)
    const times: number[] = []
    for (let request = 0; request < requests; request++)
      times.push(
        await seconds(async () => {
          const answer = await fetch(url, { headers })
          if (!answer.ok) throw new Error(`${url.pathname}: ${answer.status} ${await answer.text()}`)
          await answer.arrayBuffer()
        }),
      )
    return median(times) * 1_000
  }

/** A member's list of a large team folder beside the same folder owned alone. */
export const teamListing: Scenario = async (context) => {
  const alone = await addFolder(context.databaseUrl, 'alone', entries)
  const shared = await addFolder(context.databaseUrl, 'shared', entries)
  const people = await addMembers(context.databaseUrl, shared, members)
  const { cookie } = people[members / 2] as (typeof people)[number]
  const pages = await interleave(
    context.rounds,
    pageTime(context, shared, { cookie }),
    pageTime(context, alone, bearer(context)),
  )
  return [
    {
      scenario: 'team-listing',
      figure: `first page as a member, of ${members} members and ${entries} entries / as the only owner`,
      ours: `${median(pages.ours).toFixed(2)} ms`,
      beside: `${median(pages.theirs).toFixed(2)} ms`,
      value: pages.ratio,
      limit: { most: 1.2 },
    },
  ]
}
