/** How long an action can be taken back, in ms; longer where its toast is held by the pointer or the focus. */
export const undoTime = 10_000

/** The trash among what a deed needs to be taken back. */
export const inTrash = 'trash'

export interface UndoStep {
  /** What was done, for the toast. */
  text: string
  /** The items it is about. */
  ids: ReadonlySet<string>
  /** What must still be there to take it back: folders by id, the trash. */
  needs?: ReadonlySet<string>
  undo: () => Promise<void>
}

/** The toast that offers a step. */
export interface Offered {
  hide(): void
  /** Whether it is still to be seen. */
  isVisible(): boolean
}

/** The last things done that can be taken back, newest first. */
export const createUndo = (show: (step: UndoStep, act: () => void) => Offered, now: () => number = Date.now) => {
  let steps: { step: UndoStep; until: number; offered: Offered }[] = []
  const take = (wanted: UndoStep) => {
    const found = steps.find(({ step }) => step === wanted)
    if (!found) return
    steps = steps.filter((entry) => entry !== found)
    found.offered.hide()
    void wanted.undo()
  }
  const drop = (stale: (step: UndoStep) => boolean) => {
    const gone = steps.filter(({ step }) => stale(step))
    steps = steps.filter((entry) => !gone.includes(entry))
    for (const { offered } of gone) offered.hide()
  }
  return {
    /** Returns what withdraws the offer: the action has failed. */
    offer(step: UndoStep): () => void {
      const entry = { step, until: now() + undoTime, offered: show(step, () => take(step)) }
      steps = [entry, ...steps]
      return () => {
        steps = steps.filter((other) => other !== entry)
        entry.offered.hide()
      }
    },
    /** Something else is done to these items: what was offered for any of them no longer fits. */
    outdate(ids: ReadonlySet<string>): void {
      drop((step) => !step.ids.isDisjointFrom(ids))
    },
    /** These, or all of the trash, are gone for good: no deed that needs them can be taken back. */
    lost(ids: ReadonlySet<string> | typeof inTrash): void {
      const trashed = () => steps.filter(({ step }) => step.needs?.has(inTrash)).flatMap(({ step }) => [...step.ids])
      const gone = new Set(ids === inTrash ? [inTrash, ...trashed()] : ids)
      drop(({ ids, needs }) => !ids.isDisjointFrom(gone) || needs?.isDisjointFrom(gone) === false)
    },
    /** Takes the last step back; false when there is none any more. */
    last(): boolean {
      steps = steps.filter(({ until, offered }) => until > now() || offered.isVisible())
      const [newest] = steps
      if (newest) take(newest.step)
      return newest !== undefined
    },
  }
}

export type Undo = ReturnType<typeof createUndo>
