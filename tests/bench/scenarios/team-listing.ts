import pg from 'pg'
import { addFolder, withDb } from '../lib/seed.ts'
import { interleave, median, seconds } from '../lib/stats.ts'
import { signInMany } from '../lib/tabs.ts'
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

/** Makes the folder a team folder with many members; resolves with the cookie of one of them. */
const addMembers = async (databaseUrl: string, folder: string): Promise<string> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const people = await signInMany(client, members)
  await client.end()
  await withDb(databaseUrl, async (db) => {
    await db.query('insert into team_folders (folder_id, owner_id) select id, owner_id from items where id = $1', [
      folder,
    ])
    await db.query(
      `insert into team_members (folder_id, user_id, permission) select $1, id, 'can_edit' from unnest($2::uuid[]) id`,
      [folder, people.map(({ id }) => id)],
    )
    await db.query('vacuum (analyze) team_members')
  })
  return (people[members / 2] as (typeof people)[number]).cookie
}

/** A member's list of a large team folder beside the same folder owned alone. */
export const teamListing: Scenario = async (context) => {
  const alone = await addFolder(context.databaseUrl, 'alone', entries)
  const shared = await addFolder(context.databaseUrl, 'shared', entries)
  const cookie = await addMembers(context.databaseUrl, shared)
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
