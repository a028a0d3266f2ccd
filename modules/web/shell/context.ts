import { type ComponentType, createContext, use } from 'react'
import { useSnapshot } from 'valtio'
import type { Prefs } from '../client/prefs.ts'
import type { SessionEnd } from './session-end.ts'
import type { PrefChange, Shell } from './shell.store.ts'

/** Account operations the shell needs from the users module above it; passed in by `pages/Providers.tsx`. */
export interface AccountActions {
  /** Saves a setting of the signed-in user; resolves when it is saved. */
  saveSetting(name: 'theme_mode' | 'locale' | 'emoji_type', value: string): Promise<void>
  /** Ends the session. */
  signOut(): Promise<void>
  /** Id of the account of this browser's session, null without a valid one; rejects without a response of the server. */
  signedInAs(): Promise<string | null>
}

/** Components of other modules that the shell renders; provided by `pages/AccountProviders.tsx`. */
interface ShellSlots {
  /** Opens the notifications: in the navigation rail, the header on tablets, the bottom bar on phones. */
  Bell: ComponentType<{ placement: 'rail' | 'bar' }>
  /** The open search. */
  Search: ComponentType
}

interface ShellContextValue {
  shell: Shell
  account: AccountActions
  sessionEnd: SessionEnd
}

export const ShellContext = createContext<ShellContextValue | null>(null)

/** Empty on visitors' pages, which have no rail. */
export const ShellSlotsContext = createContext<ShellSlots | null>(null)

const useShellContext = () => {
  const context = use(ShellContext)
  if (!context) throw new Error('useShell needs a ShellProvider above it')
  return context
}

/** State of the shell: preferences, theme, drawers, shortcuts. */
export const useShell = (): Shell => useShellContext().shell
export const useAccountActions = (): AccountActions => useShellContext().account
export const useShellSlots = (): ShellSlots => {
  const slots = use(ShellSlotsContext)
  if (!slots) throw new Error('useShellSlots needs a ShellSlotsContext above it')
  return slots
}

export const useSession = (): SessionEnd => useShellContext().sessionEnd

/** Reports that an action was rejected because the session has ended; runs the given function after the next sign-in. */
export const useSessionEnded = (): SessionEnd['ended'] => useShellContext().sessionEnd.ended

/** One stored preference and its setter: `const [detail, setDetail] = usePref('detail')`. Available during SSR. */
export const usePref = <Name extends keyof Prefs>(name: Name): [Prefs[Name], (value: PrefChange<Name>) => void] => {
  const shell = useShell()
  const { prefs } = useSnapshot(shell.state)
  return [prefs[name] as Prefs[Name], (value) => shell.setPref(name, value)]
}
