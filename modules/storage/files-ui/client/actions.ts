import { type ActionsDeps, createActionRunner } from './actions/action-runner.ts'
import { createCopy } from './actions/copy.ts'
import { createEdit } from './actions/edit.ts'
import { createMove } from './actions/move.ts'
import { createTrash } from './actions/trash.ts'

export type { Destination } from './actions/move.ts'

/**
 * The actions on items. Each shows its effect at once. An error rolls it back and offers a retry; undo is offered in a
 * toast instead of a confirmation before.
 */
export const createActions = (deps: ActionsDeps) => {
  const runner = createActionRunner(deps)
  return {
    undo: runner.undo,
    /** Whether calls are running whose effect is already shown. */
    busy: () => runner.queue.busy(null),
    idle: runner.queue.idle,
    /** Shows an error in a toast. */
    showError: runner.showError,
    /** Replaces an item in every listing that shows it. */
    replaceItem: runner.replaceItem,
    permitted: runner.permitted,
    move: createMove(deps, runner),
    ...createCopy(deps, runner),
    ...createTrash(deps, runner),
    ...createEdit(deps, runner),
  }
}

export type Actions = ReturnType<typeof createActions>
