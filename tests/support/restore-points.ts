import { beginHistory } from '../../modules/storage/history/index.ts'
import type { Scope } from '../../modules/storage/index.ts'
import { testUploads } from './chunks.ts'
import { finishOperation } from './operations.ts'
import { unreachable, wrongCounters } from './wrong-counters.ts'

const treeSql = (atRoot: boolean) => `with recursive down as (
    select id, is_folder, name as path, blob_id, merged_by from items where trashed_at is null
      and ${atRoot ? 'owner_id = $1 and parent_id is null' : 'parent_id = $1'}
    union all
    select i.id, i.is_folder, down.path || '/' || i.name, i.blob_id, i.merged_by from down join items i on i.parent_id = down.id
    where i.trashed_at is null
  ) select path || case when is_folder then '/' else '=' || encode(b.sha256, 'hex') end
    || case when merged_by is null then '' else ' (hidden)' end as line
  from down left join blobs b on b.id = down.blob_id order by path collate "C", is_folder`

const contentsSql = `select encode(b.sha256, 'hex') as sha from blobs b where b.id in (
    select blob_id from items where owner_id = $1 union select blob_id from item_versions where owner_id = $1)`

/** Uploads, and helpers for restores to an earlier time. */
export const testRestorePoints = async (t: Parameters<typeof testUploads>[0]) => {
  const test = await testUploads(t)
  const { db } = test.platform
  const { api } = test.storage
  await beginHistory(db)
  /** Paths of all active items in a folder (null: the root), files with the hash of their content. None should be hidden. */
  const tree = async ({ ownerId }: Scope, folder: string | null = null): Promise<string[]> =>
    (await db.query<{ line: string }>(treeSql(folder === null), [folder ?? ownerId])).map(({ line }) => line)
  /** Hashes of all contents of an account: of files, also in the trash, and versions. */
  const contents = async ({ ownerId }: Scope): Promise<Set<string>> =>
    new Set((await db.query<{ sha: string }>(contentsSql, [ownerId])).map(({ sha }) => sha))
  /** A time of the database's clock, in a millisecond in which nothing happens. */
  const moment = async (): Promise<string> => {
    await db.query('select pg_sleep(0.002)')
    const [row] = await db.query<{ at: Date }>(`select date_trunc('milliseconds', clock_timestamp()) as at`)
    await db.query('select pg_sleep(0.002)')
    return (row as { at: Date }).at.toISOString()
  }
  const rewind = async (scope: Scope, folder: string | null, at: string): Promise<string> => {
    const { id } = await api.rewind.start(scope, folder ?? 'all', at)
    await finishOperation(api.operations, id)
    return id
  }
  const put = async (scope: Scope, name: string, content: string, parent: string | null = null): Promise<string> => {
    const fields = { on_conflict: 'replace', ...(parent ? { parent_id: parent } : {}) }
    return (await test.upload(scope, name, Buffer.from(content), fields)).body.data?.id as string
  }
  const sound = async (t: { same(found: unknown, wanted: unknown): unknown }) => {
    t.same(await wrongCounters(db), [])
    t.same(await unreachable(db), [])
  }
  return { ...test, db, api, tree, contents, moment, rewind, put, sound }
}
