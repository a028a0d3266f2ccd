import { type ActionsDeps, createActionKit } from './actions/action-runner.ts'
import { createCopy } from './actions/copy.ts'
import { createLook } from './actions/edit.ts'
import { createMove } from './actions/move.ts'
import { createTrash } from './actions/trash.ts'

export type { Destination } from './actions/move.ts'

/**
 * What can be done to items. Each shows its effect at once; a refusal takes it back and offers another try, and what can
 * be undone is undone from a toast rather than asked about before.
 */
export const createActions = (deps: ActionsDeps) => {
  const kit = createActionKit(deps)
  return {
    undo: kit.undo,
    /** Whether calls are under way whose effect is shown already. */
    busy: () => kit.order.busy(null),
    /** Shows a refusal. */
    tell: kit.refuse,
    /** Shows an item's new state wherever it is seen. */
    update: kit.update,
    permitted: kit.permitted,
    move: createMove(deps, kit),
    ...createCopy(deps, kit),
    ...createTrash(deps, kit),
    ...createLook(deps, kit),
  }
}

export type Actions = ReturnType<typeof createActions>
