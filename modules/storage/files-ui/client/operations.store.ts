import { proxy } from 'valtio'
import type { Operation } from '../../operations/contract.ts'
import type { FilesApi } from './files.api.ts'

/** Whether the end of an operation is told once, also to a page that was opened later: a failure, or the result of an import. */
export const isToldOnce = ({ attributes: { kind, state } }: Operation): boolean =>
  state === 'failed' || (kind === 'import' && state === 'done')

/** Whether a dialog shows the end of an operation, and its close dismisses it: what an import left out must be seen. */
export const needsDialog = ({ attributes: { kind, state, left_out } }: Operation): boolean =>
  kind === 'import' && state === 'done' && left_out.length > 0

/** Running bulk operations, and failed ones that are not reported yet. Code to show and poll them loads with the first. */
export const createOperations = (api: Pick<FilesApi, 'operations'>) => {
  const state = proxy<{ list: Operation[] }>({ list: [] })
  return {
    state,
    /** Shows the progress of an operation and returns it. */
    watch: <T extends Operation | null>(operation: T): T => {
      if (!operation) return operation
      const index = state.list.findIndex(({ id }) => id === operation.id)
      if (index < 0) state.list = [...state.list, operation]
      else state.list[index] = operation
      return operation
    },
    /** Loads the operations that were running before this page loaded, and operations whose failure or result was not seen. */
    restore: async (): Promise<void> => {
      const listed = await api.operations()
      const known = new Set(state.list.map(({ id }) => id))
      const isOpen = (operation: Operation) =>
        !known.has(operation.id) && (operation.attributes.state === 'running' || isToldOnce(operation))
      state.list = [...state.list, ...listed.filter(isOpen)]
    },
    drop: (id: string): void => {
      state.list = state.list.filter((operation) => operation.id !== id)
    },
  }
}

export type OperationsStore = ReturnType<typeof createOperations>
