import pg from 'pg'
import { seedOneFolder } from '../../support/seed.ts'
import type { BenchServer } from './coffer.ts'
import { sendTimed } from './http.ts'
import { withDb } from './seed.ts'
import { signInMany, type TabUser } from './tabs.ts'

/** Makes a folder of the instance's only user a team folder, with this many members who may edit. */
export const addMembers = async (databaseUrl: string, folder: string, count: number): Promise<TabUser[]> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const people = await signInMany(client, count)
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
  return people
}

/** A team folder with the folder “Archive” in it. */
export const addTeam = async ({ databaseUrl }: BenchServer, name: string, members: number) => {
  const folder = await withDb(databaseUrl, async (db) => {
    const [user] = await db.query<{ id: string }>('select id from users order by created_at limit 1')
    const { id: owner } = user as { id: string }
    const team = await seedOneFolder(db, owner, name)
    await seedOneFolder(db, owner, 'Archive', team)
    return team
  })
  return { folder, people: await addMembers(databaseUrl, folder, members) }
}

/** Uploads a file of the instance's only user; resolves with its path for downloads. */
export const uploadTo = async (coffer: BenchServer, folder: string, name: string, size: number): Promise<string> => {
  const url = new URL('/api/upload/chunks', coffer.url)
  const fields = { name, parent_id: folder, upload_id: crypto.randomUUID(), offset: '0', is_last_chunk: 'true' }
  url.search = new URLSearchParams({ ...fields, total_size: String(size) }).toString()
  const { data } = JSON.parse(await sendTimed(url, size, { authorization: `Bearer ${coffer.token}` })) as {
    data: { id: string }
  }
  return `/file/${data.id}`
}
