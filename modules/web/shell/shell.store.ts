import { proxy } from 'valtio'
import type { PageContext } from 'vike/types'
import { setCookie } from '../client/cookies.ts'
import { type Prefs, prefsCookie, serializePrefs } from '../client/prefs.ts'
import type { EmojiType } from '../kit/index.ts'
import { createShortcuts, type Shortcuts } from './shortcuts/shortcuts.ts'

type ThemeMode = PageContext['theme']

export interface ShellState {
  prefs: Prefs
  theme: ThemeMode
  emoji: EmojiType
  /** The sidebar as a drawer, below 1024 px. */
  drawer: boolean
  /** The detail sidebar as a sheet, below 1024 px; not stored. */
  detailSheet: boolean
  shortcutsOpen: boolean
  search: boolean
  /** An action chosen in the search that runs once the files page is there. */
  command: string | null
}

export interface Shell {
  state: ShellState
  shortcuts: Shortcuts
  setPref<Name extends keyof Prefs>(name: Name, value: Prefs[Name]): void
  setTheme(theme: ThemeMode): void
  /** Opens or closes the details: the sidebar on wide screens, else the sheet. */
  toggleDetail(open?: boolean): void
}

export const wideScreen = '(min-width: 1024px)'

/** Creates the shell's state: one per app instance, as a module-level one would be shared by visitors. */
export const createShell = (initial: Pick<ShellState, 'prefs' | 'theme' | 'emoji'>): Shell => {
  const state = proxy<ShellState>({
    // Nothing changes them while the server renders.
    prefs: import.meta.env.SSR ? initial.prefs : structuredClone(initial.prefs),
    theme: initial.theme,
    emoji: initial.emoji,
    drawer: false,
    detailSheet: false,
    shortcutsOpen: false,
    search: false,
    command: null,
  })
  const setPrefs = (prefs: Partial<Prefs>) => {
    Object.assign(state.prefs, prefs)
    setCookie(prefsCookie, serializePrefs(state.prefs))
  }
  const setPref: Shell['setPref'] = (name, value) => setPrefs({ [name]: value })
  return {
    state,
    shortcuts: createShortcuts(() => state.prefs),
    setPref,
    setTheme(theme) {
      state.theme = theme
      document.documentElement.dataset.theme = theme
      setCookie('theme', theme)
    },
    toggleDetail(open) {
      if (window.matchMedia(wideScreen).matches) setPref('detail', open ?? !state.prefs.detail)
      else state.detailSheet = open ?? !state.detailSheet
    },
  }
}
