import type { Feedback } from '../../../web/ui.ts'
import { createChanges, type OptimisticChanges } from './actions/changes.ts'
import type { ActionsDeps, SharedChangeDeps } from './actions/deps.ts'
import { itemCalls } from './item-calls.ts'
import { undoOf } from './undo-of.ts'

/** Changes of the server's items. */
export const createServerChanges = (deps: ActionsDeps & SharedChangeDeps, feedback: Feedback): OptimisticChanges =>
  createChanges({ ...deps, api: { ...itemCalls, ...deps.api }, undo: undoOf(feedback, deps.t) })
