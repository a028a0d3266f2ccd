import t from 'tap'
import { createFeedback } from './feedback.ts'

t.test('createFeedback: two instances share nothing', async (t) => {
  const [one, other] = [createFeedback(), createFeedback()]
  one.toast({ text: 'mine' })
  t.equal(other.state.toasts.length, 0)
})

t.test('alert: an open one of the same key is replaced, and closing it resolves all', async (t) => {
  const feedback = createFeedback()
  const shown = () => feedback.state.dialogs.map((entry) => entry.input.title)
  const alerts = ['1 file', '2 files', '3 files'].map((title) => feedback.alert({ title, key: 'large' }))
  alerts.push(feedback.alert({ title: 'other', key: 'other' }), feedback.alert({ title: 'no key' }))
  void feedback.alert({ title: 'no key either' })
  t.strictSame(shown(), ['3 files', 'other', 'no key', 'no key either'])
  for (const { id } of feedback.state.dialogs.slice(0, 3)) feedback.answer(id, false)
  await Promise.all(alerts)
  void feedback.alert({ title: 'again', key: 'large' })
  t.strictSame(shown(), ['no key either', 'again'])
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
