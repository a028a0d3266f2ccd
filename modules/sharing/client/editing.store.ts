import { proxy, ref } from 'valtio'
import type { Item } from '../../storage/contract.ts'
import type { Picked } from './picked.ts'

export type Asked = { name: 'create' } | { name: 'rename'; item: Item } | { name: 'move'; picked: Picked }

/** What an editor has been asked to enter; one popup at a time. */
export const createEditing = () => {
  const state = proxy<{ asked: Asked | null }>({ asked: null })
  return {
    state,
    ask: (asked: Asked): void => {
      state.asked = ref(asked)
    },
    close: (): void => {
      state.asked = null
    },
  }
}

export type Editing = ReturnType<typeof createEditing>
