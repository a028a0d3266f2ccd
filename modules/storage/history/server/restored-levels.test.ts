import t from 'tap'
import { finishOperation, folderRefOf } from '../../../../tests/support/operations.ts'
import { testRestorePoints } from '../../../../tests/support/restore-points.ts'
import { maxDepth } from '../../tree/contract.ts'
import type { Scope } from '../../tree/index.ts'

const { db, api, person, tree, moment, rewind, put, sound } = await testRestorePoints(t)

const move = (me: Scope, id: string, to: string | null) => api.moves.move(me, { items: [folderRefOf(id)] }, to)
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n + 1}`)
/** Folders in each other; the id of each. */
const nested = async (me: Scope, path: readonly string[], parent: string | null = null): Promise<string[]> => {
  await db.transaction((tx) => api.folders.ensurePath(tx, me, parent, path))
  const found = path.map((_, n) => api.folders.findPath(db, me, parent, path.slice(0, n + 1)))
  return (await Promise.all(found)) as string[]
}
/** Levels of folders, also in the trash, as moves count them. */
const levels = async ({ ownerId }: Scope) => {
  const [row] = await db.query<{ levels: number }>(
    `with recursive down as (
       select id, 1 as level from items where owner_id = $1 and parent_id is null and is_folder
       union all select i.id, level + 1 from down join items i on i.parent_id = down.id where i.is_folder
     ) select max(level)::int as levels from down`,
    [ownerId],
  )
  return row?.levels ?? 0
}
const leftOut = async (me: Scope, id: string) => (await api.operations.find(me, id)).left_out

t.test('rewind: a folder stays where it is when it would be too deep in what has become deeper', async (t) => {
  const me = await person()
  const [work, , inner] = (await nested(me, ['work', ...names('a', 30)])) as [string, string, string]
  await put(me, 'in.txt', 'in', inner)
  const [at, before] = [await moment(), await tree(me, work)]
  await move(me, inner, null)
  const deep = await nested(me, names('d', 40))
  await move(me, work, deep.at(-1) as string)
  const id = await rewind(me, work, at)
  t.same(await leftOut(me, id), [{ reason: 'too-deep', count: 1, names: ['a2'] }])
  t.same(await tree(me, work), ['a1/'])
  t.ok((await tree(me)).includes('a2/a3/a4/'), 'with all in it')
  t.equal(await levels(me), 42)
  await move(me, work, null)
  t.equal(await leftOut(me, await rewind(me, work, at)), null)
  t.same(await tree(me, work), before)
  await sound(t)
})

t.test('rewind: a folder that is too deep only with what has come into it returns after that has left', async (t) => {
  const me = await person()
  const around = await nested(me, ['work', ...names('a', 30), 'y'])
  const y = around.at(-1) as string
  const [other, x] = (await nested(me, ['other', 'x', ...names('b', 35)])) as [string, string]
  const [at, before] = [await moment(), await tree(me)]
  await move(me, y, null)
  await move(me, x, y)
  t.equal(await leftOut(me, await rewind(me, around[0] as string, at)), null)
  t.same(await tree(me), before)
  t.ok((await tree(me, other)).length > 35)
  await sound(t)
})

t.test('rewind: a folder from elsewhere goes to the trash when it would be too deep there by now', async (t) => {
  const me = await person()
  const { id: work } = await api.folders.create(me, { name: 'work' })
  const [out, x] = (await nested(me, ['out', 'x', ...names('b', 30)])) as [string, string]
  const at = await moment()
  await move(me, x, work)
  const deep = await nested(me, names('d', 40))
  await move(me, out, deep.at(-1) as string)
  const id = await rewind(me, work, at)
  t.same(await tree(me, work), [])
  t.same(await tree(me, out), [])
  t.match(await db.query('select id from items where trashed_at is not null and owner_id = $1', [me.ownerId]), [
    { id: x },
  ])
  t.ok((await levels(me)) <= maxDepth)
  const { id: undoing } = await api.operations.undo(me, id)
  await finishOperation(api.operations, undoing)
  t.equal((await tree(me, work)).length, 31)
  await sound(t)
})
