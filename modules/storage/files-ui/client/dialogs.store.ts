import { proxy, ref } from 'valtio'
import type { Operation } from '../../operations/contract.ts'
import { createNameQuestions } from '../../operations/ui.ts'
import type { Item } from '../../tree/contract.ts'
import type { ActionTarget } from './selection-target.ts'

export type DialogState =
  /** In the open folder unless another is given. */
  | { name: 'create-folder'; parent?: Item }
  | { name: 'rename-item'; item: Item }
  | { name: 'customize'; item: Item }
  | { name: 'move' | 'copy'; target: ActionTarget }
  | { name: 'download-zip'; target: ActionTarget }
  /** Restores a folder (null: the root) to an earlier time. */
  | { name: 'restore-point'; folder: Item | null }
  /** Numbers of an import, and what it left out. */
  | { name: 'imported'; operation: Operation }
  /** The field in which the path of the open folder is edited. */
  | { name: 'path' }
  /** A dialog of an extension. */
  | { name: 'extension'; dialog: string; item: Item }

interface DialogsState {
  /** At most one dialog is open. */
  dialog: DialogState | null
  /** Subject of the open menu: the selection, or the background (null). */
  menuFor: 'selection' | null
  /** Phones show the item menu as a bottom sheet. */
  sheet: boolean
  /** Item whose versions the menu requested; reset when the details show them. */
  versionsOf: string | null
  /** Item whose comments a notification or the menu leads to; absent at first, as the first load knows nothing of it. */
  commentsOf?: string | null
}

/** Dialogs and menus of the files screens. */
export const createDialogs = () => {
  const state = proxy<DialogsState>({ dialog: null, menuFor: null, sheet: false, versionsOf: null })
  return {
    state,
    /** Questions about taken names. They wait until the open dialog is closed, and outlast a change of the location. */
    questions: createNameQuestions(),
    open: (dialog: DialogState): void => {
      state.dialog = ref(dialog)
    },
    close: (): void => {
      state.dialog = null
    },
    /** Closes everything when another location is shown. */
    closeAll: (): void => {
      state.dialog = null
      state.sheet = false
    },
  }
}

export type DialogsStore = ReturnType<typeof createDialogs>
