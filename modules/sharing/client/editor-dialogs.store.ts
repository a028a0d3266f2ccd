import { proxy, ref } from 'valtio'
import type { ConflictAnswer, Item, NameConflict } from '../../storage/contract.ts'
import type { TargetItems } from './target-items.ts'

export type EditorDialog =
  | { name: 'create' }
  | { name: 'rename'; item: Item }
  | { name: 'move'; targets: TargetItems }
  | { name: 'conflict'; conflict: NameConflict; answer: (answer: ConflictAnswer | null) => void }

/** Which dialog of a link's editor is open; one at a time. */
export const createEditorDialogs = () => {
  const state = proxy<{ open: EditorDialog | null }>({ open: null })
  return {
    state,
    open: (open: EditorDialog): void => {
      state.open = ref(open)
    },
    /** Asks about names that are taken. Null: cancelled. */
    askConflict: (conflict: NameConflict): Promise<ConflictAnswer | null> =>
      new Promise((answer) => {
        state.open = ref<EditorDialog>({ name: 'conflict', conflict, answer })
      }),
    close: (): void => {
      state.open = null
    },
  }
}

export type EditorDialogs = ReturnType<typeof createEditorDialogs>
