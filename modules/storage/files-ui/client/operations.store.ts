import { proxy } from 'valtio'
import type { Operation } from '../../operations/contract.ts'
import type { StorageApi } from './storage.api.ts'

/** Large deeds that go on behind their answer. What shows and follows them is loaded when there is one. */
export const createOperations = (api: Pick<StorageApi, 'operations'>) => {
  const state = proxy<{ list: Operation[] }>({ list: [] })
  return {
    state,
    /** Shows how it gets on; hands it back. */
    watch: <T extends Operation | null>(operation: T): T => {
      if (operation) state.list = [...state.list.filter(({ id }) => id !== operation.id), operation]
      return operation
    },
    /** Those that still run from before this page was loaded. */
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
