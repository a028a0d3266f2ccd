import type { Feedback } from '../../../web/ui.ts'

/** Time during which undo is offered. A toast held by pointer or focus extends it. */
export const undoTimeMs = 10_000

/** Stands for the whole trash in `requires`. */
export const trashContent = 'trash'

export interface UndoStep {
  /** Toast text, which names the action. */
  text: string
  /** Ids of the action's items. */
  ids: ReadonlySet<string>
  /** Folder ids, or `trashContent`, that must still exist for an undo. */
  requires?: ReadonlySet<string>
  /** Resolves to false when it failed; it has then shown the error itself. */
  undo: () => Promise<boolean>
}

/** The toast of a step. */
interface UndoToast {
  hide(): void
  /** Whether the toast is still visible. */
  isVisible(): boolean
}

/** Shows steps as toasts with a button of this label. */
export const undoToasts =
  (feedback: Pick<Feedback, 'toast' | 'dismiss' | 'isVisible'>, label: () => string) =>
  ({ text }: UndoStep, onAct: () => void): UndoToast => {
    const id = feedback.toast({ text, action: { label: label(), onAct } })
    return { hide: () => feedback.dismiss(id), isVisible: () => feedback.isVisible(id) }
  }

/** The undoable steps, newest first. `notifyUndone` confirms an undo. */
export const createUndo = (
  show: (step: UndoStep, act: () => void) => UndoToast,
  notifyUndone: () => void,
  now: () => number = Date.now,
) => {
  let steps: { order: number; step: UndoStep; until: number; toast: UndoToast }[] = []
  /** Actions without a response yet, newest first. */
  let pending: { order: number; isUndoWanted: boolean }[] = []
  /** Counts steps and announcements, to tell which is newer. */
  let order = 0
  const run = async (step: UndoStep) => {
    if (await step.undo()) notifyUndone()
  }
  const take = (wanted: UndoStep) => {
    const taken = steps.find(({ step }) => step === wanted)
    if (!taken) return
    steps = steps.filter((entry) => entry !== taken)
    taken.toast.hide()
    void run(wanted)
  }
  const drop = (stale: (step: UndoStep) => boolean) => {
    const removed = steps.filter(({ step }) => stale(step))
    steps = steps.filter((entry) => !removed.includes(entry))
    for (const { toast } of removed) toast.hide()
  }
  const offer = (step: UndoStep): (() => void) => {
    order += 1
    const entry = { order, step, until: now() + undoTimeMs, toast: show(step, () => take(step)) }
    steps = [entry, ...steps]
    return () => {
      steps = steps.filter((other) => other !== entry)
      entry.toast.hide()
    }
  }
  return {
    /** Adds a step. Returns a function that withdraws it, for a failed action. */
    offer,
    /**
     * Announces an action whose step follows with its response; null: it has failed. An undo of the newest action until
     * then undoes this one as soon as it can be.
     */
    announce(): (step: UndoStep | null) => void {
      order += 1
      const announced = { order, isUndoWanted: false }
      pending = [announced, ...pending]
      return (step) => {
        pending = pending.filter((other) => other !== announced)
        if (!step) return
        if (announced.isUndoWanted) void run(step)
        else offer(step)
      }
    },
    /** Drops the steps about these items, because another action changes them. */
    invalidate(ids: ReadonlySet<string>): void {
      drop((step) => !step.ids.isDisjointFrom(ids))
    },
    /** Drops the steps that need these permanently deleted items, or the whole trash. */
    dropPurged(ids: ReadonlySet<string> | typeof trashContent): void {
      const trashed = () =>
        steps.filter(({ step }) => step.requires?.has(trashContent)).flatMap(({ step }) => [...step.ids])
      const removed = new Set(ids === trashContent ? [trashContent, ...trashed()] : ids)
      drop(({ ids, requires }) => !ids.isDisjointFrom(removed) || requires?.isDisjointFrom(removed) === false)
    },
    /** Undoes the newest step. False when there is none. */
    last(): boolean {
      steps = steps.filter(({ until, toast }) => until > now() || toast.isVisible())
      const [newest] = steps
      const unanswered = pending.find(({ isUndoWanted }) => !isUndoWanted)
      if (unanswered && unanswered.order > (newest?.order ?? 0)) {
        unanswered.isUndoWanted = true
        return true
      }
      if (newest) take(newest.step)
      return newest !== undefined
    },
  }
}

export type Undo = ReturnType<typeof createUndo>
