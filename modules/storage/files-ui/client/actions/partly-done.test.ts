import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { nameConflictError, setUpActions } from '../../../../../tests/support/file-actions.ts'
import { testItem } from '../../../tree/client/test-items.ts'

const ids = Array.from({ length: 600 }, (_, n) => `i${n}`)
/** Number of items of each call. */
const counts = (sent: readonly string[]) => sent.map((call) => [call.split(' ')[0], call.split(',').length])
const retry = (toasts: Awaited<ReturnType<typeof setUpActions>>['toasts']) => {
  for (const { action } of toasts.values()) if (action?.label === 'web:kit.retry') action.onAct()
}

t.test('trash: after an error in a later call, retry sends the rest, and undo restores all of it', async (t) => {
  const { actions, sent, answer, rejectNext, target, reads, toasts } = await setUpActions(undefined, ids)
  void actions.trash(target(...ids))
  await answer()
  await rejectNext()
  t.equal(reads(), 1, 'the rows that are left are read from the server')
  retry(toasts)
  await answer()
  t.strictSame(counts(sent), [
    ['trash', 500],
    ['trash', 100],
    ['trash', 100],
  ])
  sent.length = 0
  t.ok(actions.undoLast())
  await answer()
  await answer()
  t.strictSame(
    counts(sent),
    [
      ['undo', 100],
      ['undo', 500],
    ],
    'one undo for the whole',
  )
})

t.test('trash: after an error in a later call, undo restores what is done', async (t) => {
  const { actions, sent, answer, rejectNext, target } = await setUpActions(undefined, ids)
  void actions.trash(target(...ids))
  await answer()
  await rejectNext()
  sent.length = 0
  actions.undoLast()
  await answer()
  t.strictSame(counts(sent), [['undo', 500]])
})

t.test('move: a question in a later call is answered for the rest, and one undo reverts the whole', async (t) => {
  const { actions, sent, answer, rejectNext, target, answerTo, texts } = await setUpActions(undefined, ids)
  answerTo.choice = 'keep-both'
  void actions.move(target(...ids), { id: 'box', name: 'Box' })
  await answer()
  await rejectNext(nameConflictError(1, 0))
  t.strictSame(counts(sent), [
    ['move', 500],
    ['move', 100],
    ['move', 100],
  ])
  await answer()
  t.strictSame(texts(), ['storage:toast.moved'])
  t.ok(actions.undoLast())
  await turn()
  t.strictSame(sent.slice(3), ['undo moved', 'undo moved'])
})

t.test('move: a question in a later call that is cancelled leaves what is done, and its undo', async (t) => {
  const { actions, sent, answer, rejectNext, target, reads } = await setUpActions(undefined, ids)
  void actions.move(target(...ids), { id: 'box', name: 'Box' })
  await answer()
  await rejectNext(nameConflictError(1, 0))
  t.equal(reads(), 1)
  t.ok(actions.undoLast())
  await turn()
  t.strictSame(sent.slice(2), ['undo moved'])
})

t.test('move: undo of a move in two parts takes both off the count that a cached view shows', async (t) => {
  const { actions, answer, rejectNext, answerTo, files, items } = await setUpActions(undefined, ['box'])
  const root = files.current()
  items[0] = testItem('box', { type: 'folder', items: 5 })
  root.listing.edit(items[0])
  const inBox = () => root.listing.find('box')?.attributes.items
  const inside = ids.map((id) => testItem(id, { parent_id: 'open' }))
  files.showPage({
    location: { section: 'files', id: 'open' },
    sorting: { field: 'name', direction: 'ASC' },
    listing: {
      data: inside.map((data) => ({ data })),
      meta: {
        paginate: { total: 600, perPage: 600, currentPage: 1, lastPage: 1, nextCursor: null },
        root: null,
        path: [],
      },
    },
  })
  answerTo.choice = 'keep-both'
  void actions.move({ kind: 'items', items: inside, from: files.current() }, { id: 'box', name: 'Box' })
  await answer()
  await rejectNext(nameConflictError(1, 0))
  await answer()
  t.equal(inBox(), 605)
  t.ok(actions.undoLast())
  await turn()
  t.equal(inBox(), 5)
})

t.test('all calls of an action name the same action, those of another one do not', async (t) => {
  const { actions, answer, rejectNext, target, answerTo, actionIds } = await setUpActions(undefined, ids)
  answerTo.choice = 'replace'
  const box = { id: 'box', name: 'Box' }
  void actions.move(target(...ids), box)
  await answer()
  await rejectNext(nameConflictError(1, 0))
  await answer()
  void actions.restore(target(...ids))
  await answer()
  await rejectNext(nameConflictError(1, 0))
  await answer()
  void actions.copy(target(...ids), box)
  await answer()
  await answer()
  const [moved, restored, copied] = [actionIds.slice(0, 3), actionIds.slice(3, 6), actionIds.slice(6)]
  t.equal(copied.length, 2)
  for (const calls of [moved, restored, copied]) {
    t.ok(calls[0])
    t.equal(new Set(calls).size, 1)
  }
  t.equal(new Set(actionIds).size, 3)
})

t.test('move: items that are in the folder already are in the first call', async (t) => {
  const { actions, sent, answer, target } = await setUpActions(undefined, [...ids, 'c'])
  void actions.move(target(...ids, 'c'), { id: 'box', name: 'Box' })
  await answer()
  t.match(sent[0], /^move ask c,i0,/)
})
