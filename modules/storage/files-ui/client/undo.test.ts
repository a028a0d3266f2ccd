import t from 'tap'
import { createUndo, undoTimeMs } from './undo.ts'

/** The test controls clock and toasts; `undone` lists what was reverted, in order. */
const setUp = () => {
  const undone: string[] = []
  const shown = new Set<string>()
  let now = 0
  const undo = createUndo(
    ({ text }) => {
      shown.add(text)
      return { hide: () => void shown.delete(text), isVisible: () => shown.has(text) }
    },
    () => now,
  )
  const offer = (text: string) => undo.offer({ text, ids: new Set([text]), undo: async () => void undone.push(text) })
  const pass = (ms: number) => {
    now += ms
  }
  return { undo, offer, undone, shown, pass }
}

t.test('undo: newest first, each step once', async (t) => {
  const { undo, offer, undone, shown } = setUp()
  offer('a')
  offer('b')
  t.equal(undo.last(), true)
  t.equal(undo.last(), true)
  t.equal(undo.last(), false)
  t.strictSame(undone, ['b', 'a'])
  t.equal(shown.size, 0)
})

t.test('undo: expires after its time, unless the toast is held', async (t) => {
  const { undo, offer, undone, shown, pass } = setUp()
  offer('a')
  offer('b')
  pass(undoTimeMs + 1)
  shown.delete('b')
  t.equal(undo.last(), true)
  t.strictSame(undone, ['a'])
  t.equal(undo.last(), false)
})

t.test('undo: a closed toast does not end it early', async (t) => {
  const { undo, offer, undone, shown, pass } = setUp()
  offer('a')
  shown.clear()
  pass(undoTimeMs - 1)
  t.equal(undo.last(), true)
  t.strictSame(undone, ['a'])
})

t.test('undo: of an action without a response yet, when the response arrives, and not of the one before', async (t) => {
  const { undo, offer, undone, shown } = setUp()
  const step = (text: string) => ({ text, ids: new Set([text]), undo: async () => void undone.push(text) })
  offer('move')
  const answered = undo.announce()
  t.equal(undo.last(), true)
  t.strictSame(undone, [])
  answered(step('copy'))
  t.strictSame(undone, ['copy'])
  t.notOk(shown.has('copy'), 'without a toast')
  undo.announce()(null)
  t.equal(undo.last(), true)
  t.strictSame(undone, ['copy', 'move'], 'a failed action is none')
  undo.announce()(step('second copy'))
  t.ok(shown.has('second copy'))
  const slow = undo.announce()
  offer('rename')
  undo.last()
  t.strictSame(undone, ['copy', 'move', 'rename'], 'a later action is newer')
  slow(null)
})
