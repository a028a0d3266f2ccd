import { proxy, ref } from 'valtio'
import type { Item } from '../../storage/contract.ts'
import type { ShareTargetItems } from './target-items.ts'

export type EditorDialog =
  | { name: 'create' }
  | { name: 'rename'; item: Item }
  | { name: 'move'; targets: ShareTargetItems }

/** Which dialog of a link's editor is open; one at a time. */
export const createEditorDialogs = () => {
  const state = proxy<{ open: EditorDialog | null }>({ open: null })
  return {
    state,
    open: (open: EditorDialog): void => {
      state.open = ref(open)
    },
    close: (): void => {
      state.open = null
    },
  }
}

export type EditorDialogs = ReturnType<typeof createEditorDialogs>
