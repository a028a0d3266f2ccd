import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { lostResponse, setUpActions } from '../../../../../tests/support/file-actions.ts'
import { testItem } from '../../../tree/client/test-items.ts'
import type { Item } from '../../../tree/contract.ts'
import type { FolderView } from '../folder-view.ts'
import type { ActionTarget } from '../selection-target.ts'

type Setup = Awaited<ReturnType<typeof setUpActions>>

/** Ends the next call without a response; `done`: the server has carried it out. */
const loseResponse = async ({ rejectNext }: Pick<Setup, 'rejectNext'>, done: () => unknown = () => undefined) => {
  done()
  await rejectNext(lostResponse())
  // The rows are read, then the outcome is told.
  for (let n = 0; n < 5; n++) await turn()
}
const labels = (toasts: Setup['toasts']) => [...toasts.values()].map(({ text, action }) => [text, action?.label])

t.test('trash: the server has done it, so the rows stay away and nothing failed', async (t) => {
  const set = await setUpActions()
  void set.actions.trash(set.target('a', 'b'))
  await loseResponse(set, () => set.items.splice(0, 2))
  t.equal(set.reads() > 0, true, 'the outcome is read')
  t.equal(set.files.current().listing.find('a'), undefined)
  t.strictSame(set.texts(), [])
})

t.test('move: the server has not done it, so the rows come back, and a retry moves them', async (t) => {
  const set = await setUpActions()
  void set.actions.move(set.target('a'), { id: 'other', name: 'Other' })
  await loseResponse(set)
  t.ok(set.files.current().listing.find('a'))
  t.strictSame(labels(set.toasts), [['storage:toast.offline', 'web:kit.retry']])
  ;[...set.toasts.values()][0]?.action?.onAct()
  t.strictSame(set.sent, ['move ask a', 'move ask a'])
})

t.test('trash: a retry is about the rows that are left', async (t) => {
  const set = await setUpActions()
  void set.actions.trash(set.target('a', 'b'))
  await loseResponse(set, () => set.items.splice(0, 1))
  ;[...set.toasts.values()][0]?.action?.onAct()
  t.strictSame(set.sent, ['trash a,b', 'trash b'])
})

t.test(
  'move: of a folder that its listing does not contain, the outcome is not known, so the error is told',
  async (t) => {
    const set = await setUpActions()
    const open: ActionTarget = {
      kind: 'items',
      items: [testItem('open', { type: 'folder' })],
      from: set.files.current(),
    }
    void set.actions.move(open, { id: 'other', name: 'Other' })
    await loseResponse(set)
    t.strictSame(labels(set.toasts), [['storage:toast.offline', 'web:kit.retry']])
    ;[...set.toasts.values()][0]?.action?.onAct()
    t.strictSame(set.sent, ['move ask open', 'move ask open'])
  },
)

for (const [name, leaves] of [
  ['trash', true],
  ['move', false],
] as const)
  t.test(`${name}: of the open folder, the listing that shows it tells what the server has done`, async (t) => {
    for (const isDone of [true, false]) {
      const set = await setUpActions()
      const { files, actions } = set
      const parent = files.current()
      files.prefetch({ section: 'files', id: 'a' })
      await turn()
      const own = files.all().find(({ location }) => location.id === 'a') as FolderView
      if (!leaves) files.state.folderView = own
      const open: ActionTarget = { ...set.target('a'), from: own }
      void (name === 'trash' ? actions.trash(open) : actions.move(open, { id: 'other', name: 'Other' }))
      await loseResponse(set, () => isDone && set.items.splice(0, 1))
      t.equal(parent.listing.find('a') === undefined, isDone)
      t.strictSame(labels(set.toasts), isDone ? [] : [['storage:toast.offline', 'web:kit.retry']])
    }
  })

t.test('copy: what exists is shown, and no retry is offered that would copy twice', async (t) => {
  const set = await setUpActions()
  void set.actions.copy(set.target('b'), null)
  await loseResponse(set)
  t.ok(set.reads() > 0)
  t.strictSame(labels(set.toasts), [['storage:toast.offline', undefined]])
})

t.test('rename: the name is read from the server', async (t) => {
  const set = await setUpActions()
  const a = set.items[0] as Item
  void set.actions.rename(a, 'New')
  await loseResponse(set, () => {
    set.items[0] = { ...a, attributes: { ...a.attributes, name: 'New' } }
  })
  t.equal(set.files.current().listing.find('a')?.attributes.name, 'New')
})

const offlineActions: Record<string, (set: Setup) => unknown> = {
  trash: ({ actions, target }) => actions.trash(target('a')),
  'trash a whole listing': ({ actions, files }) =>
    actions.trash({ kind: 'allExcept', except: new Set(), count: 3, from: files.current() }),
  copy: ({ actions, target }) => actions.copy(target('a'), null),
  rename: ({ actions, items }) => actions.rename(items[0] as Item, 'New'),
  'empty the trash': ({ actions }) => actions.emptyTrash(),
}
for (const [name, act] of Object.entries(offlineActions))
  t.test(`${name}: offline, the error is told once`, async (t) => {
    const set = await setUpActions()
    set.goOffline()
    void act(set)
    await loseResponse(set)
    t.ok(set.reads() > 0)
    t.strictSame(set.texts(), ['storage:toast.offline'])
    t.strictSame(set.listingErrors, [])
  })
