import t from 'tap'
import { createFeedback } from './feedback.ts'

t.test('createFeedback: two instances share nothing', async (t) => {
  const [one, other] = [createFeedback(), createFeedback()]
  one.toast({ text: 'mine' })
  t.equal(other.state.toasts.length, 0)
})

t.test('toast: a fifth toast removes the oldest without an action', async (t) => {
  const feedback = createFeedback()
  feedback.toast({ text: 'undo me', action: { label: 'Undo', onAct: () => {} } })
  for (const text of ['a', 'b', 'c', 'd']) feedback.toast({ text })
  t.strictSame(
    feedback.state.toasts.map((toast) => toast.text),
    ['undo me', 'b', 'c', 'd'],
  )
})

t.test('toast: replaces the toast of the same key', async (t) => {
  const feedback = createFeedback()
  feedback.toast({ text: '1 moved', key: 'moved' })
  feedback.toast({ text: 'other' })
  feedback.toast({ text: '2 moved', key: 'moved' })
  t.strictSame(
    feedback.state.toasts.map((toast) => toast.text),
    ['other', '2 moved'],
  )
})

t.test('confirm: each dialog gets its own answer, in any order', async (t) => {
  const feedback = createFeedback()
  const first = feedback.confirm({ title: 'first', confirmLabel: 'Yes' })
  const second = feedback.confirm({ title: 'second', confirmLabel: 'Yes' })
  const [a, b] = feedback.state.dialogs
  feedback.answer(b?.id ?? 0, true)
  feedback.answer(a?.id ?? 0, false)
  t.strictSame([await first, await second], [false, true])
  t.equal(feedback.state.dialogs.length, 0)
})

t.test('alert resolves when closed, processing when its caller closes it', async (t) => {
  const feedback = createFeedback()
  const closed = feedback.alert({ title: 'no', code: 'x' })
  const done = feedback.processing({ title: 'wait' })
  const [alert, processing] = feedback.state.dialogs
  feedback.answer(alert?.id ?? 0, false)
  await closed
  t.equal(feedback.state.dialogs[0]?.id, processing?.id)
  done()
  t.equal(feedback.state.dialogs.length, 0)
})
