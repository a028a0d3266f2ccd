/** How long an action can be taken back, in ms; as long as its toast stands. */
export const undoTime = 10_000

export interface UndoStep {
  /** What was done, for the toast. */
  text: string
  /** The items it is about. */
  ids: ReadonlySet<string>
  undo: () => Promise<void>
}

/** The last things done that can be taken back, newest first. */
export const createUndo = (show: (step: UndoStep, act: () => void) => () => void, now: () => number = Date.now) => {
  let steps: { step: UndoStep; until: number; hide: () => void }[] = []
  const take = (wanted: UndoStep) => {
    const found = steps.find(({ step }) => step === wanted)
    if (!found) return
    steps = steps.filter((entry) => entry !== found)
    found.hide()
    void wanted.undo()
  }
  return {
    /** Returns what withdraws the offer: the action has failed. */
    offer(step: UndoStep): () => void {
      const entry = { step, until: now() + undoTime, hide: show(step, () => take(step)) }
      steps = [entry, ...steps]
      return () => {
        steps = steps.filter((other) => other !== entry)
        entry.hide()
      }
    },
    /** Something else is done to these items: what was offered for any of them no longer fits. */
    outdate(ids: ReadonlySet<string>): void {
      const stale = steps.filter(({ step }) => !step.ids.isDisjointFrom(ids))
      steps = steps.filter((entry) => !stale.includes(entry))
      for (const { hide } of stale) hide()
    },
    /** Takes the last step back; false when there is none any more. */
    last(): boolean {
      steps = steps.filter(({ until }) => until > now())
      const [newest] = steps
      if (newest) take(newest.step)
      return newest !== undefined
    },
  }
}

export type Undo = ReturnType<typeof createUndo>
