import type { Operation } from '../../operations/contract.ts'
import type { FilesApi } from './files.api.ts'
import type { ItemCalls } from './item-calls.ts'
import { isToldOnce, needsDialog, type OperationsStore } from './operations.store.ts'

interface ProgressDeps {
  api: Pick<FilesApi, 'operations'> & Pick<ItemCalls, 'stop'>
  operations: OperationsStore
  /** Called when an operation has ended; null: so long ago that it is not listed any more, and it did not fail. */
  onEnded: (operation: Operation | null) => void
}

/** Polls the operations of the store: updates running ones, and reports and drops ended ones. */
export const createProgress = ({ api, operations, onEnded }: ProgressDeps) => {
  let polling: Promise<void> | null = null
  const poll = async (): Promise<void> => {
    // Operations watched from now on may be missing in the answer.
    const asked = operations.state.list.map(({ id }) => id)
    const byId = new Map((await api.operations()).map((operation) => [operation.id, operation]))
    for (const id of asked) {
      const now = byId.get(id) ?? null
      if (now?.attributes.state === 'running') {
        operations.watch(now)
        continue
      }
      operations.drop(id)
      onEnded(now)
      // Otherwise it is reported again by the next page.
      if (now && isToldOnce(now) && !needsDialog(now)) api.stop(id).catch(() => undefined)
    }
  }
  return {
    /** One poll at a time: an older answer never comes after a newer one. */
    poll: (): Promise<void> => {
      polling ??= poll().finally(() => {
        polling = null
      })
      return polling
    },
  }
}
