import t from 'tap'
import { finishOperation, folderRefOf } from '../../../../tests/support/operations.ts'
import { testRestorePoints } from '../../../../tests/support/restore-points.ts'
import type { Scope } from '../../tree/index.ts'

const { db, api, person, tree, moment, rewind, put, sound } = await testRestorePoints(t)
const file = (id: string) => ({ items: [{ id, type: 'file' }] })
const folder = (id: string) => ({ items: [folderRefOf(id)] })
/** Folders by their paths, in this order. */
const folders = async (me: Scope, ...paths: string[]) => {
  const ids = new Map<string, string>()
  for (const path of paths) {
    const [name, ...above] = path.split('/').toReversed() as [string, ...string[]]
    const parent_id = ids.get(above.toReversed().join('/')) ?? null
    ids.set(path, (await api.folders.create(me, { name, parent_id })).id)
  }
  return paths.map((path) => ids.get(path) as string) as [string, string, string, string, string]
}
/** Paths of the tree, without contents. */
const names = async (me: Scope, id?: string) => (await tree(me, id)).map((line) => line.split('=')[0])
const undo = async (me: Scope, id: string) => {
  const { id: undoing } = await api.operations.undo(me, id)
  await finishOperation(api.operations, undoing)
  return undoing
}
const leftOut = async (me: Scope, id: string) => {
  const { state, left_out } = await api.operations.find(me, id)
  return { state, left_out }
}
const without = (...names: string[]) => ({
  state: 'done',
  left_out: names.length > 0 ? [{ reason: 'no-folder', count: names.length, names }] : null,
})
const purge = (me: Scope, id: string) => api.trash.remove(me, { items: [folderRefOf(id)], force_delete: true })

t.test('undo: a folder does not return into one that was moved into it meanwhile', async (t) => {
  const me = await person()
  const [work, p, x] = await folders(me, 'work', 'work/p', 'work/x')
  await put(me, 'in.txt', 'in', x)
  const at = await moment()
  await api.moves.move(me, folder(x), p)
  await moment()
  const id = await rewind(me, work, at)
  await moment()
  await api.moves.move(me, folder(p), x)
  t.same(await leftOut(me, await undo(me, id)), without('x'))
  t.same(await names(me), ['work/', 'work/x/', 'work/x/in.txt', 'work/x/p/'])
  await sound(t)
})

t.test('undo: nothing returns into the trash', async (t) => {
  const me = await person()
  const [work, p] = await folders(me, 'work', 'work/p')
  const x = await put(me, 'x.txt', 'x', work)
  const at = await moment()
  await api.moves.move(me, file(x), p)
  await moment()
  const id = await rewind(me, work, at)
  await moment()
  await api.trash.remove(me, folder(p))
  t.same(await leftOut(me, await undo(me, id)), without('x.txt'))
  t.same(await names(me), ['work/', 'work/x.txt'])
  await sound(t)
})

t.test('rewind: the preview names what was in a folder that cannot return, in the trash or in the item', async (t) => {
  const me = await person()
  const [work, g, p, x, trashed] = await folders(me, 'work', 'work/g', 'work/g/p', 'work/g/p/x', 'work/g/trashed')
  const y = await put(me, 'y.txt', 'y', trashed)
  const z = await put(me, 'z.txt', 'z', x)
  const at = await moment()
  await api.moves.move(me, folder(x), work)
  await api.moves.move(me, folder(p), x)
  await api.moves.move(me, file(y), work)
  await api.moves.move(me, file(z), work)
  await api.trash.remove(me, folder(trashed))
  await purge(me, g)
  const { losses, ...counts } = await api.rewind.preview(me, work, at)
  t.same(losses.map(({ name, reason }) => `${name}: ${reason}`).sort(), [
    'g: deleted',
    'p: folder-deleted',
    'trashed: folder-deleted',
    'x: folder-deleted',
    'y.txt: folder-deleted',
  ])
  t.match(counts, { moved: 1, restored: 0, lost: 5 })
  t.same(await leftOut(me, await rewind(me, work, at)), without())
  t.same(await names(me, work), ['x/', 'x/p/', 'x/z.txt', 'y.txt'])
  await sound(t)
})

t.test('rewind: items from elsewhere whose folders are in each other by now go to the trash', async (t) => {
  const me = await person()
  const [work, , fa, fb] = await folders(me, 'work', 'other', 'other/fa', 'other/fb')
  const { id: a } = await api.folders.create(me, { name: 'a', parent_id: fa })
  const { id: b } = await api.folders.create(me, { name: 'b', parent_id: fb })
  const at = await moment()
  for (const id of [a, b]) await api.moves.move(me, folder(id), work)
  await api.moves.move(me, folder(fb), a)
  await api.moves.move(me, folder(fa), b)
  await rewind(me, work, at)
  t.same(await tree(me), ['other/', 'work/'])
  await sound(t)
})

t.test('rewind: what changes after the list was written strands nothing', async (t) => {
  const me = await person()
  const [work, p, gone] = await folders(me, 'work', 'work/p', 'work/gone')
  const { id: x } = await api.folders.create(me, { name: 'x', parent_id: p })
  const y = await put(me, 'y.txt', 'y', gone)
  const at = await moment()
  await api.moves.move(me, folder(x), work)
  await api.moves.move(me, file(y), work)
  const { id } = await api.rewind.start(me, work, at)
  while (!(await api.operations.find(me, id)).prepared) await api.operations.step(id)
  await api.moves.move(me, folder(p), x)
  await api.trash.remove(me, folder(gone))
  await finishOperation(api.operations, id)
  t.match(await leftOut(me, id), { state: 'done', left_out: [{ reason: 'no-folder', count: 2 }] })
  t.same(await names(me, work), ['x/', 'x/p/', 'y.txt'])
  await sound(t)
})

t.test('rewind: what it trashes late is not deleted with a trash that was seen before', async (t) => {
  const me = await person()
  const [work, other] = await folders(me, 'work', 'other')
  const outside = await put(me, 'out.txt', 'out', other)
  const at = await moment()
  const newer = await put(me, 'newer.txt', 'newer', work)
  await api.moves.move(me, file(outside), work)
  await purge(me, other)
  const { id } = await api.rewind.start(me, work, at)
  const seen = await moment()
  await finishOperation(api.operations, id)
  await api.trash.dump(me, seen)
  t.same(
    (await db.query<{ id: string }>('select id from items where trashed_at > $1', [seen])).map((row) => row.id).sort(),
    [newer, outside].sort(),
  )
  await sound(t)
})
