import type { Feedback, Translate } from '../../../web/ui.ts'
import { createUndo, type Undo, undoToasts } from './undo.ts'

/** The steps beside the toasts of an app. Not in a provider of all pages: visitors undo nothing. */
const stores = new WeakMap<Feedback, { undo: Undo; t: Translate }>()

/** The undoable steps of the app. They outlive the screens that made them, as their toasts do. */
export const undoOf = (feedback: Feedback, t: Translate): Undo => {
  const cached = stores.get(feedback)
  if (cached) {
    cached.t = t
    return cached.undo
  }
  const text = (key: string) => stores.get(feedback)?.t(key) ?? ''
  const undo: Undo = createUndo(
    undoToasts(feedback, () => text('web:kit.undo')),
    () => void feedback.toast({ kind: 'success', text: text('storage:toast.undone'), key: 'undone' }),
  )
  stores.set(feedback, { undo, t })
  return undo
}
