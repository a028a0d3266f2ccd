import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { nameConflictError, setUpActions } from '../../../../../tests/support/file-actions.ts'
import type { ConflictAnswer } from '../../../operations/contract.ts'
import { testItem } from '../../../tree/client/test-items.ts'

const manyIds = Array.from({ length: 501 }, (_, n) => `file ${n}`)

/** A folder “box” with 5 items beside the files `ids`. */
const setUp = async (choice: ConflictAnswer, ids = ['a', 'b']) => {
  const set = await setUpActions(undefined, [...ids, 'box'])
  set.items[ids.length] = testItem('box', { type: 'folder', items: 5 })
  set.files.current().listing.edit(set.items[ids.length] as never)
  set.answerTo.choice = choice
  return {
    ...set,
    shown: () => set.files.current().listing,
    inBox: () => set.files.current().listing.find('box')?.attributes.items,
  }
}
const settled = async () => {
  for (let n = 0; n < 5; n++) await turn()
}

t.test('move: a skipped item is shown where it stayed, and nothing is offered to be undone', async (t) => {
  const { actions, undo, rejectNext, answer, target, texts, result, shown, inBox } = await setUp('skip')
  void actions.move(target('a'), { id: 'box', name: 'Box' })
  t.equal(inBox(), 6)
  await rejectNext(nameConflictError(1, 0))
  result.skipped = 1
  await answer()
  await settled()
  t.ok(shown().find('a'))
  t.equal(inBox(), 5)
  t.strictSame(texts(), ['storage:conflict.result.told'])
  t.notOk(undo.last())
})

t.test('move: of which one item is skipped, the others are moved and can be moved back', async (t) => {
  const { actions, undo, rejectNext, answer, target, items, result, shown, inBox, files } = await setUp('skip')
  void actions.move(target('a', 'b'), { id: 'box', name: 'Box' })
  await rejectNext(nameConflictError(1, 0))
  result.skipped = 1
  items.splice(
    items.findIndex(({ id }) => id === 'b'),
    1,
  )
  items[items.findIndex(({ id }) => id === 'box')] = testItem('box', { type: 'folder', items: 6 })
  await answer()
  await settled()
  t.strictSame([shown().find('a')?.id, shown().find('b'), inBox()], ['a', undefined, 6])
  t.equal(files.current().listing.state.total, 2)
  t.ok(undo.last())
})

t.test('restore: a skipped item is shown in the trash again', async (t) => {
  const { actions, undo, rejectNext, answer, target, result, shown } = await setUp('skip')
  void actions.restore(target('a'))
  await rejectNext(nameConflictError(1, 0))
  result.skipped = 1
  await answer()
  await settled()
  t.ok(shown().find('a'))
  t.notOk(undo.last())
})

t.test('move: the folder counts each item once after a conflict, and after the retry of a later call', async (t) => {
  const asked = await setUp('keep-both')
  void asked.actions.move(asked.target('a'), { id: 'box', name: 'Box' })
  await asked.rejectNext(nameConflictError(1, 0))
  await asked.answer()
  t.equal(asked.inBox(), 6)

  const many = await setUp('keep-both', manyIds)
  void many.actions.move(many.target(...manyIds), { id: 'box', name: 'Box' })
  await many.answer()
  // The count is not read from the server.
  many.goOffline()
  await many.rejectNext(nameConflictError(1, 0))
  await many.answer()
  t.equal(many.sent.length, 3)
  t.equal(many.inBox(), 506)
})
