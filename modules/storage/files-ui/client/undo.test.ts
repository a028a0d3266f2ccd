import t from 'tap'
import { createUndo, undoTimeMs } from './undo.ts'

/** The test controls clock and toasts; `undone` lists the reverted steps, in order; `confirmed` counts confirmations. */
const setUp = () => {
  const undone: string[] = []
  const told = { confirmed: 0 }
  const shown = new Set<string>()
  let now = 0
  const undo = createUndo(
    ({ text }) => {
      shown.add(text)
      return { hide: () => void shown.delete(text), isVisible: () => shown.has(text) }
    },
    () => {
      told.confirmed += 1
    },
    () => now,
  )
  const offer = (text: string) =>
    undo.offer({ text, ids: new Set([text]), undo: async () => text !== 'failing' && undone.push(text) > 0 })
  const pass = (ms: number) => {
    now += ms
  }
  return { undo, offer, undone, shown, pass, told }
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

t.test('undo: is confirmed when it has succeeded', async (t) => {
  const { undo, offer, told } = setUp()
  offer('a')
  offer('failing')
  undo.last()
  await Promise.resolve()
  t.equal(told.confirmed, 0)
  undo.last()
  await Promise.resolve()
  t.equal(told.confirmed, 1)
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
  const step = (text: string) => ({ text, ids: new Set([text]), undo: async () => undone.push(text) > 0 })
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
