import { beginHistory } from '../../modules/storage/history/index.ts'
import type { Scope } from '../../modules/storage/index.ts'
import { testUploads } from './chunks.ts'
import { finishOperation } from './operations.ts'
import { contentsOf, treeOf } from './tree-contents.ts'
import { unreachable, wrongCounters } from './wrong-counters.ts'

/** Uploads, and helpers for restores to an earlier time. */
export const testRestorePoints = async (t: Parameters<typeof testUploads>[0]) => {
  const test = await testUploads(t)
  const { db } = test.platform
  const { api } = test.storage
  await beginHistory(db)
  const tree = ({ ownerId }: Scope, folder: string | null = null) => treeOf(db, ownerId, folder)
  const contents = ({ ownerId }: Scope) => contentsOf(db, ownerId)
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
