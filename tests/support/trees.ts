import type { Test } from 'tap'
import { testUploads } from './chunks.ts'
import { unreachable, wrongCounters } from './wrong-counters.ts'

/** A tree to build: a number is a file with this many bytes. */
export interface TreeSpec {
  [name: string]: number | TreeSpec
}

const paths = `with recursive up as (
    select id, name, is_folder, size, parent_id, name as path, trashed_at from items where owner_id = $1
    and parent_id is null
    union all
    select i.id, i.name, i.is_folder, i.size, i.parent_id, up.path || '/' || i.name, coalesce(i.trashed_at, up.trashed_at)
    from up join items i on i.parent_id = up.id
  )`

/** Storage with one account and helpers that build and describe its tree. */
export const testTrees = async (t: Test) => {
  const test = await testUploads(t)
  const { db } = test.platform
  const { api } = test.storage
  const me = await test.person()
  const build = async (tree: TreeSpec, parent: string | null = null): Promise<Map<string, string>> => {
    const ids = new Map<string, string>()
    for (const [name, value] of Object.entries(tree)) {
      if (typeof value === 'number') {
        const { body } = await test.upload(me, name, Buffer.alloc(value, 'x'), parent ? { parent_id: parent } : {})
        ids.set(name, body.data?.id as string)
        continue
      }
      const { id } = await api.folders.create(me, { name, parent_id: parent })
      ids.set(name, id)
      for (const [path, inner] of await build(value, id)) ids.set(`${name}/${path}`, inner)
    }
    return ids
  }
  /** `path` or `path=size` of all active items. */
  const live = async () =>
    (
      await db.query<{ line: string }>(
        `${paths} select path || case when is_folder then '' else '=' || size end as line from up
         where trashed_at is null order by path collate "C"`,
        [me.ownerId],
      )
    ).map(({ line }) => line)
  /** Id, parent and name of all items, trashed or not. */
  const state = () =>
    db.query(
      'select id, parent_id, name, trashed_at is not null as trashed from items where owner_id = $1 order by id',
      [me.ownerId],
    )
  const trash = async () =>
    (
      await db.query<{ name: string }>(
        'select name from items where owner_id = $1 and trashed_at is not null and merged_by is null order by name collate "C"',
        [me.ownerId],
      )
    ).map(({ name }) => name)
  const sound = async (t: { same(a: unknown, b: unknown): unknown }) => {
    t.same(await wrongCounters(db), [])
    t.same(await unreachable(db), [])
  }
  return { ...test, db, api, me, build, live, state, trash, sound }
}

/** All children of a folder, or of the root of a view. */
export const allChildrenOf = (parent_id: string | null, view: 'files' | 'trash' = 'files') => ({
  selection: { view, parent_id, except: [] },
})
