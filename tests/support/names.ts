import type { Test } from 'tap'
import { testUploads } from './chunks.ts'

/** Storage with one account and helpers that create items and read names. */
export const testNames = async (t: Test) => {
  const test = await testUploads(t)
  const { db } = test.platform
  const { api } = test.storage
  const me = await test.person()
  const names = async (parent: string | null = null) =>
    (
      await db.query<{ name: string }>(
        `select name from items where owner_id = $1 and parent_id is not distinct from $2 and trashed_at is null
         order by created_at, id`,
        [me.ownerId, parent],
      )
    ).map(({ name }) => name)
  const put = async (name: string, parent?: string, fields: Record<string, string> = {}, bytes = Buffer.from('x')) => {
    const answer = await test.upload(me, name, bytes, { ...(parent ? { parent_id: parent } : {}), ...fields })
    if (answer.status !== 201) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body.data as unknown as { id: string; attributes: { name: string; parent_id: string | null } }
  }
  const make = async (name: string, parent: string | null = null) =>
    (await api.folders.create(me, { name, parent_id: parent })).id
  const repeated = () =>
    db.query(`select name from items where trashed_at is null group by owner_id, parent_id, name having count(*) > 1`)
  return { ...test, db, api, me, names, put, make, repeated }
}
