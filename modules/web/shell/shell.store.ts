import { proxy } from 'valtio'
import type { PageContext } from 'vike/types'
import { readCookie, setCookie } from '../client/cookies.ts'
import { openChannel } from '../client/open-channel.ts'
import { type Prefs, prefsCookie, serializePrefs } from '../client/prefs.ts'
import type { EmojiType } from '../kit/index.ts'
import { createShortcuts, type ShortcutRegistry } from './shortcuts/shortcuts.ts'

type ThemeMode = PageContext['theme']

interface ShellState {
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

export type PrefChange<Name extends keyof Prefs> = Prefs[Name] | ((stored: Prefs[Name]) => Prefs[Name])

export interface Shell {
  state: ShellState
  shortcuts: ShortcutRegistry
  /** Stores one preference: a value, or a function of the stored one for a part of it. */
  setPref<Name extends keyof Prefs>(name: Name, value: PrefChange<Name>): void
  /** Applies preferences that other tabs store from now on. Returns the function that stops it. */
  followOtherTabs(): () => void
  setTheme(theme: ThemeMode): void
  /** Opens or closes the details: the sidebar on wide screens, else the sheet. */
  toggleDetail(to?: 'open' | 'closed'): void
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
  let otherTabs: BroadcastChannel | null = null
  const show = (stored: string) => {
    try {
      // Tabs store valid values only; the server's validation would add its bytes to each page.
      Object.assign(state.prefs, JSON.parse(decodeURIComponent(stored)))
    } catch {
      // Without a readable cookie, the preferences of this tab are stored.
    }
  }
  const setPref: Shell['setPref'] = (name, value) => {
    // The cookie holds all preferences: writing this tab's old values would revert changes of another tab.
    show(readCookie(prefsCookie) ?? '')
    state.prefs[name] = typeof value === 'function' ? value(state.prefs[name]) : value
    const stored = serializePrefs(state.prefs)
    setCookie(prefsCookie, stored)
    // The message carries the value: it can arrive in another process before the cookie does.
    otherTabs?.postMessage(stored)
  }
  return {
    state,
    shortcuts: createShortcuts(() => state.prefs),
    setPref,
    followOtherTabs() {
      const channel = openChannel('coffer-prefs')
      if (channel) channel.onmessage = ({ data }) => show(data)
      otherTabs = channel
      return () => {
        channel?.close()
        otherTabs = null
      }
    },
    setTheme(theme) {
      state.theme = theme
      document.documentElement.dataset.theme = theme
      setCookie('theme', theme)
    },
    toggleDetail(to) {
      const open = to && to === 'open'
      if (window.matchMedia(wideScreen).matches) setPref('detail', open ?? !state.prefs.detail)
      else state.detailSheet = open ?? !state.detailSheet
    },
  }
}
