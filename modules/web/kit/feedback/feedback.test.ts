import t from 'tap'
import { createFeedback } from './feedback.ts'

t.test('two instances share nothing', async (t) => {
  const [one, other] = [createFeedback(), createFeedback()]
  one.toast({ text: 'mine' })
  t.equal(other.state.toasts.length, 0)
})

t.test('a fifth toast drives out the oldest that offers nothing to do', async (t) => {
  const feedback = createFeedback()
  feedback.toast({ text: 'undo me', action: { label: 'Undo', onAct: () => {} } })
  for (const text of ['a', 'b', 'c', 'd']) feedback.toast({ text })
  t.strictSame(
    feedback.state.toasts.map((toast) => toast.text),
    ['undo me', 'b', 'c', 'd'],
  )
})

t.test('a key replaces its predecessor', async (t) => {
  const feedback = createFeedback()
  feedback.toast({ text: '1 moved', key: 'moved' })
  feedback.toast({ text: 'other' })
  feedback.toast({ text: '2 moved', key: 'moved' })
  t.strictSame(
    feedback.state.toasts.map((toast) => toast.text),
    ['other', '2 moved'],
  )
})

t.test('each question gets its own answer, in any order', async (t) => {
  const feedback = createFeedback()
  const first = feedback.confirm({ title: 'first', confirmLabel: 'Yes' })
  const second = feedback.confirm({ title: 'second', confirmLabel: 'Yes' })
  const [a, b] = feedback.state.dialogs
  feedback.answer(b?.id ?? 0, true)
  feedback.answer(a?.id ?? 0, false)
  t.strictSame([await first, await second], [false, true])
  t.equal(feedback.state.dialogs.length, 0)
})

t.test('an alert resolves when closed, processing when its maker says so', async (t) => {
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
