import { randomToken, sha256 } from '../../../modules/platform/index.ts'
import { seedFolder, seedOneFolder, seedUser, settle } from '../../support/seed.ts'
import type { BenchServer } from './coffer.ts'
import { withDb } from './seed.ts'

/** One visitor of a page; `cookie` is empty for visitors without a session. */
export interface PageVisitor {
  path: string
  cookie: string
}

const filesPerFolder = 60

const createLink = async ({ url, token }: BenchServer, folder: string): Promise<PageVisitor> => {
  const answer = await fetch(new URL('/api/share', url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: folder, type: 'folder', permission: 'visitor' }),
  })
  const { data } = (await answer.json()) as { data: { attributes: { token: string } } }
  return { path: `/share/${data.attributes.token}/files/${folder}`, cookie: '' }
}

/** Creates `count` folders of 60 files each, for the instance's only user, and a link to each. */
export const addLinks = async (coffer: BenchServer, count: number): Promise<PageVisitor[]> => {
  const folders = await withDb(coffer.databaseUrl, async (db) => {
    const [user] = await db.query<{ id: string }>('select id from users order by created_at limit 1')
    const owner = (user as { id: string }).id
    const ids: string[] = []
    for (let n = 1; n <= count; n += 1) {
      const id = await seedOneFolder(db, owner, `Sent ${n}`)
      await seedFolder(db, owner, filesPerFolder, { parent: id, prefix: 'Photo of the feast ' })
      ids.push(id)
    }
    await settle(db)
    return ids
  })
  const links: PageVisitor[] = []
  for (const folder of folders) links.push(await createLink(coffer, folder))
  return links
}

/** Creates `count` accounts, each with a folder of 60 files and a session that opens it. */
export const addSessions = ({ databaseUrl }: BenchServer, count: number): Promise<PageVisitor[]> =>
  withDb(databaseUrl, async (db) => {
    const visitors: PageVisitor[] = []
    for (let n = 1; n <= count; n += 1) {
      const owner = await seedUser(db)
      const folder = await seedOneFolder(db, owner, 'Photos')
      await seedFolder(db, owner, filesPerFolder, { parent: folder, prefix: 'Photo of the feast ' })
      const token = randomToken(32)
      await db.query(
        `insert into sessions (user_id, token_hash, remember, expires_at) values ($1, $2, true, now() + interval '1 day')`,
        [owner, sha256(token)],
      )
      visitors.push({ path: `/platform/files/${folder}`, cookie: `sid=${token}` })
    }
    await settle(db)
    return visitors
  })
