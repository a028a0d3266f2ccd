import { createFolderCreator } from '../new-folder.ts'
import { createActionRunner } from './action-runner.ts'
import { createCopy } from './copy.ts'
import type { ChangesDeps } from './deps.ts'
import { createEdit } from './edit.ts'
import { createExtract } from './extract.ts'
import { createFavorites } from './favorites.ts'
import { createMove } from './move.ts'
import { createTrash } from './trash.ts'

/** All changes of items. Their code loads after the page. */
export const createChanges = (deps: ChangesDeps) => {
  const runner = createActionRunner(deps)
  const edit = createEdit(deps, runner)
  return {
    /** Undoes the newest step. False when there is none. */
    undoLast: deps.undo.last,
    /** Replaces an item in every listing that shows it. */
    replaceItem: runner.replaceItem,
    move: createMove(deps, runner),
    ...createCopy(deps, runner),
    ...createTrash(deps, runner),
    ...createExtract(deps, runner),
    ...edit,
    ...createFavorites(deps, runner),
    ...createFolderCreator(deps, edit),
  }
}

export type OptimisticChanges = ReturnType<typeof createChanges>
