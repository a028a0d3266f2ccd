import { proxy } from 'valtio'
import type { Operation } from '../../operations/contract.ts'
import type { StorageApi } from './storage.api.ts'

/** Running bulk operations. The code that shows and polls them loads with the first one. */
export const createOperations = (api: Pick<StorageApi, 'operations'>) => {
  const state = proxy<{ list: Operation[] }>({ list: [] })
  return {
    state,
    /** Shows the progress of an operation and returns it. */
    watch: <T extends Operation | null>(operation: T): T => {
      if (operation) state.list = [...state.list.filter(({ id }) => id !== operation.id), operation]
      return operation
    },
    /** Loads the operations that were running before this page loaded. */
    restore: async (): Promise<void> => {
      const running = (await api.operations()).filter(({ attributes }) => attributes.state === 'running')
      const known = new Set(state.list.map(({ id }) => id))
      state.list = [...state.list, ...running.filter(({ id }) => !known.has(id))]
    },
    drop: (id: string): void => {
      state.list = state.list.filter((operation) => operation.id !== id)
    },
  }
}

export type OperationsStore = ReturnType<typeof createOperations>
