import { type ActionsDeps, type Changes, type ChangesBase, createChanges } from './actions/changes.ts'
import { itemCalls } from './item-calls.ts'

/** Changes of the server's items. */
export const createServerChanges = (deps: ActionsDeps & ChangesBase): Changes =>
  createChanges({ ...deps, api: { ...itemCalls, ...deps.api } })
