import type { Platform } from '../../modules/platform/index.ts'
import type { SearchQuery } from '../../modules/storage/contract.ts'
import { addChildCount } from '../../modules/storage/tree/server/counters.ts'
import type { Scope } from '../../modules/storage/tree/server/scope.ts'
import { testStorage } from './storage.ts'

/** Inserts a file's row without content; resolves with its id. */
export const insertFileRow = async (
  { db }: Platform,
  owner: string,
  name: string,
  more: Record<string, unknown> = {},
): Promise<string> => {
  const [blob] = await db.query<{ id: string }>(
    `insert into blobs (key, size, sha256, crc32, media_type) values (gen_random_uuid(), 1, sha256(''), 0, 'text/plain') returning id`,
  )
  const row = { parent_id: null, kind: 'document', size: 1, modified_at: null, ...more }
  const [made] = await db.query<{ id: string }>(
    `insert into items (owner_id, creator_id, parent_id, is_folder, name, kind, size, blob_id, modified_at)
     values ($1, $1, $2, false, $3, $4, $5, $6, $7) returning id`,
    [owner, row.parent_id, name.normalize('NFC'), row.kind, row.size, blob?.id, row.modified_at],
  )
  await addChildCount(db, owner, row.parent_id, 1)
  return (made as { id: string }).id
}

/** Storage with a user who searches: `names` resolves with the names found, `add` adds a file of theirs. */
export const searchStorage = async (test: Parameters<typeof testStorage>[0]) => {
  const storage = await testStorage(test)
  const me = await storage.person()
  const find = (query: string | undefined, more: Partial<SearchQuery> = {}, scope: Scope = me) =>
    storage.storage.api.search.find(scope, { ...(query === undefined ? {} : { query }), per_page: 50, ...more })
  const names = async (query: string, more: Partial<SearchQuery> = {}, scope?: Scope) =>
    (await find(query, more, scope)).data.map(({ data }) => data.attributes.name)
  return {
    ...storage,
    me,
    find,
    names,
    add: (name: string, more?: Record<string, unknown>) => insertFileRow(storage.platform, me.ownerId, name, more),
  }
}
