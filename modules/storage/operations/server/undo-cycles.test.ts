import t from 'tap'
import { folderRefOf } from '../../../../tests/support/operations.ts'
import { testTrees } from '../../../../tests/support/trees.ts'

/** `moved`: folders that one call moves into `T`. `later`: moves after it, because of which it cannot be undone. */
const cases = {
  'each former parent lies in the other moved folder': {
    tree: { P1: { A: {} }, P2: { B: {} }, T: {} },
    moved: ['P1/A', 'P2/B'],
    later: { P1: 'P2/B', P2: 'P1/A' },
  },
  'the former parent lies in the moved folder that returns into the other one': {
    tree: { P: { A: { B: {} } }, T: {} },
    moved: ['P/A', 'P/A/B'],
    later: { P: 'P/A/B' },
  },
}

for (const [name, { tree, moved, later }] of Object.entries(cases))
  t.test(`undo of a move: 422 when ${name} meanwhile`, async (t) => {
    const { api, me, build, state, sound, call } = await testTrees(t)
    const ids = await build(tree)
    const idOf = (path: string) => ids.get(path) as string
    const { operation } = await api.moves.move(me, { items: moved.map((path) => folderRefOf(idOf(path))) }, idOf('T'))
    for (const [path, into] of Object.entries(later))
      await api.moves.move(me, { items: [folderRefOf(idOf(path))] }, idOf(into))
    const before = await state()
    t.match(await call(me, 'POST', `/api/operations/${operation}/undo`), {
      status: 422,
      body: { code: 'move-into-itself' },
    })
    t.same(await state(), before)
    await sound(t)
    await api.folderSizes.aggregateAll()
    t.same((await api.fsck.run()).findings, [])
  })

t.test('undo: 422 where what it needs is gone, as a check of its kind says; nothing changes', async (t) => {
  const { api, me, build, state, call } = await testTrees(t)
  const ids = await build({ A: {}, T: {} })
  const { operation } = await api.moves.move(
    me,
    { items: [folderRefOf(ids.get('A') as string)] },
    ids.get('T') as string,
  )
  const before = await state()
  let isThere = false
  api.operations.checkUndo('move', async (_, { id }) => isThere && id === operation)
  const undo = () => call(me, 'POST', `/api/operations/${operation}/undo`)
  t.match(await undo(), { status: 422, body: { code: 'not-undoable' } })
  t.same(await state(), before)
  isThere = true
  t.match(await undo(), { status: 202 })
  t.notSame(await state(), before)
})
