import type { Feedback } from '../../../web/ui.ts'
import { type Changes, createChanges } from './actions/changes.ts'
import type { ActionsDeps, ChangesBase } from './actions/deps.ts'
import { itemCalls } from './item-calls.ts'
import { undoOf } from './undo-of.ts'

/** Changes of the server's items. */
export const createServerChanges = (deps: ActionsDeps & ChangesBase, feedback: Feedback): Changes =>
  createChanges({ ...deps, api: { ...itemCalls, ...deps.api }, undo: undoOf(feedback, deps.t) })
