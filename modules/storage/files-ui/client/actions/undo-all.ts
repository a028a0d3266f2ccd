import type { ChangesDeps } from './deps.ts'

/** Undoes operations, the last one first. Resolves to false while one is being undone in the background. */
export const createUndoAll =
  ({ api, watch }: Pick<ChangesDeps, 'api' | 'watch'>) =>
  async (operations: readonly string[]): Promise<boolean> => {
    let isDone = true
    for (const id of operations.toReversed()) {
      const undone = await api.undo(id)
      if (undone.attributes.state !== 'running') continue
      watch(undone)
      isDone = false
    }
    return isDone
  }
