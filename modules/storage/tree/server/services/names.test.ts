import { randomBytes } from 'node:crypto'
import t from 'tap'
import { testNames } from '../../../../../tests/support/names.ts'
import { wrongCounters } from '../../../../../tests/support/wrong-counters.ts'
import type { CompletedCopy } from '../../../operations/server/copy.ts'

const folder = (id: string) => ({ id, type: 'folder' })
const file = (id: string) => ({ id, type: 'file' })

t.test('D50 names: every action numbers a name that is taken', async (t) => {
  const { api, me, put, make, names, db } = await testNames(t)
  const [here, there] = [await make('here'), await make('there')]
  t.equal((await put('a.txt', here)).attributes.name, 'a.txt')
  const second = await put('a.txt', here)
  t.equal(second.attributes.name, 'a (1).txt', 'upload')
  const large = randomBytes(3 << 20)
  t.equal((await put('a.txt', here, {}, large)).attributes.name, 'a (2).txt', 'upload in several chunks')
  t.equal((await put('a.txt', here, { on_conflict: 'keep-both' })).attributes.name, 'a (3).txt', 'keep-both')
  t.equal(
    (await api.folders.create(me, { name: 'a.txt', parent_id: here })).name,
    'a.txt (1)',
    'a folder next to a file',
  )
  t.equal((await put('a.txt (1)', here)).attributes.name, 'a (1).txt (1)', 'a file next to a folder')

  const moved = await put('a.txt', there)
  await api.moves.move(me, { items: [file(moved.id)] }, here)
  t.same(await names(there), [])
  t.ok((await names(here)).includes('a (4).txt'), 'move')
  t.match(await api.copies.copy(me, { items: [file(moved.id)] }, here), { items: [{ name: 'a (4) (1).txt' }] }, 'copy')
  t.match(
    await api.copies.copy(me, { items: [folder(here)] }, null),
    { items: [{ name: 'here (1)' }] },
    'copy of a folder',
  )

  const renamed = await api.folders.rename(me, second.id, { name: 'a.txt' })
  t.equal(renamed.name, 'a (1).txt', 'rename: its own name is free')
  t.equal((await api.folders.rename(me, second.id, { name: 'A.txt' })).name, 'A.txt', 'another case is another name')
  t.equal((await api.folders.rename(me, second.id, { name: 'A.txt' })).name, 'A.txt', 'its own name')
  t.equal((await api.folders.rename(me, there, { name: 'here' })).name, 'here (2)', 'rename')
  t.equal((await api.folders.rename(me, there, { color: null })).name, 'here (2)', 'a call without a name keeps it')

  await api.trash.remove(me, { items: [file(second.id)] })
  const inPlace = await put('A.txt', here)
  t.equal(inPlace.attributes.name, 'A.txt', 'trashed items do not occupy names')
  await api.restore.restore(me, { items: [file(second.id)] })
  t.ok((await names(here)).includes('A (1).txt'), 'restore')
  await api.trash.remove(me, { items: [file(inPlace.id)] })
  await api.restore.restore(me, { items: [file(inPlace.id)] })
  t.equal((await api.browse.activeRow(me, inPlace.id)).name, 'A.txt', 'the name is available again')
  await put('A.txt')
  await api.trash.remove(me, { items: [file(inPlace.id)] })
  await api.restore.restore(me, { items: [file(inPlace.id)] }, { toHome: true })
  t.equal((await api.browse.activeRow(me, inPlace.id)).name, 'A (1).txt', 'restore to the root')
  t.same(await wrongCounters(db), [])
})

t.test('D50 names: items of one name that arrive together are numbered', async (t) => {
  const { api, me, put, make, names, repeated } = await testNames(t)
  const [one, two, to] = [await make('one'), await make('two'), await make('to')]
  const files = [await put('x.md', one), await put('x.md', two), await put('x.md')]
  await api.moves.move(me, { items: files.map(({ id }) => file(id)) }, to)
  t.same((await names(to)).sort(), ['x (1).md', 'x (2).md', 'x.md'])
  await api.trash.remove(me, { selection: { view: 'files', parent_id: to, except: [] } })
  await Promise.all(Array.from({ length: 40 }, () => put('x.md', to)))
  t.equal((await names(to)).length, 40)
  await api.restore.restore(me, { selection: { view: 'trash', parent_id: null, except: [] } })
  t.equal(new Set(await names(to)).size, 43)
  const paths = await Promise.all(
    Array.from({ length: 12 }, (_none, n) => put(`${n}.txt`, to, { path: `/x.md/deep/${n}.txt` })),
  )
  t.equal(new Set(paths.map(({ attributes }) => attributes.parent_id)).size, 1, 'one folder next to the file')
  const again = await put('late.txt', to, { path: '/x.md/deep/late.txt' })
  t.equal(again.attributes.parent_id, paths[0]?.attributes.parent_id, 'a later upload uses the same one')
  t.same(await repeated(), [])
})

t.test('D50 names: uploads with replace and skip, folders with merge', async (t) => {
  const { api, me, put, make, names } = await testNames(t)
  const first = await put('a.txt')
  t.equal((await put('a.txt', undefined, { on_conflict: 'skip' })).id, first.id)
  t.equal((await put('a.txt', undefined, { on_conflict: 'replace' })).id, first.id)
  const both = await Promise.all(
    Array.from({ length: 30 }, () => put('new.txt', undefined, { on_conflict: 'replace' }).then(({ id }) => id)),
  )
  t.equal(new Set(both).size, 1, 'concurrent uploads replace each other without numbers')
  const docs = await make('docs')
  t.equal((await api.folders.create(me, { name: 'docs', on_conflict: 'merge' })).id, docs)
  t.equal((await api.folders.create(me, { name: 'docs' })).name, 'docs (1)')
  t.equal(
    (await put('docs', undefined, { on_conflict: 'replace' })).attributes.name,
    'docs (2)',
    'a file never replaces a folder',
  )
  t.same(await names(), ['a.txt', 'new.txt', 'docs', 'docs (1)', 'docs (2)'])
})

t.test('D64 names: folders of an upload keep outer spaces, those that a person types lose them', async (t) => {
  const { api, me, put, names } = await testNames(t)
  const outer = [' Trip ', '\u00a0Trip', 'Trip\u3000']
  for (const name of outer) {
    const inner = await put('one.txt', undefined, { path: `/${name}/one.txt` })
    const merged = await api.folders.create(me, { name, on_conflict: 'merge' })
    t.equal(merged.id, inner.attributes.parent_id, `the folder of the file in “${name}”`)
  }
  t.same((await names()).sort(), outer.toSorted())
  t.equal((await api.folders.create(me, { name: ' Trip ' })).name, 'Trip')
})

t.test('D50 names: actions of an editor in a shared folder are numbered', async (t) => {
  const { api, me, put, make, names } = await testNames(t)
  const top = await make('shared')
  const editor = { ...me, root: top, permission: 'editor' as const, actor: { userId: null, key: 'share:1' } }
  const theirs = await put('a.txt', top)
  t.equal((await api.folders.create(editor, { name: 'a.txt' })).name, 'a.txt (1)')
  t.equal((await api.folders.rename(editor, theirs.id, { name: 'a.txt (1)' })).name, 'a (1).txt (1)')
  const { items } = (await api.copies.copy(editor, { items: [file(theirs.id)] }, null)) as CompletedCopy
  const [copy] = items
  t.equal(copy?.name, 'a (1) (1).txt (1)')
  const inner = await put('a.txt (1)', await make('inner', top))
  await api.moves.move(editor, { items: [file(inner.id)] }, null)
  t.ok((await names(top)).includes('a (2).txt (1)'))
})
