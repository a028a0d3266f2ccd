import { proxy, ref } from 'valtio'
import type { Item } from '../../tree/contract.ts'
import type { Target } from './selection-target.ts'

export type PopupState =
  | { name: 'create-folder' }
  | { name: 'rename-item'; item: Item }
  | { name: 'customise'; item: Item }
  | { name: 'move' | 'copy'; target: Target }
  | { name: 'download-zip'; target: Target }
  /** One that another module adds. */
  | { name: 'added'; popup: string; item: Item }

export interface ScreenState {
  /** One popup at a time. */
  popup: PopupState | null
  /** What the open menu is about: the selection, or the empty space (null). */
  menuFor: 'selection' | null
  /** Phones: the item menu as a bottom sheet. */
  sheet: boolean
  /** The item whose versions were asked for, until the details show them. */
  versionsOf: string | null
}

/** Popups and menus of the files screens. */
export const createScreen = () => {
  const state = proxy<ScreenState>({ popup: null, menuFor: null, sheet: false, versionsOf: null })
  return {
    state,
    open: (popup: PopupState): void => {
      state.popup = ref(popup)
    },
    close: (): void => {
      state.popup = null
    },
    /** Another place is shown: what was open is about the one before. */
    leave: (): void => {
      state.popup = null
      state.sheet = false
    },
  }
}

export type ScreenStore = ReturnType<typeof createScreen>
