import { type ComponentType, createContext, use } from 'react'
import { useSnapshot } from 'valtio'
import { type FolderView, folderView, type Prefs, withFolderView } from '../client/prefs.ts'
import type { Shell } from './shell.store.ts'

/** What the shell asks of the accounts, which stand above it: handed in by the roof. */
export interface Account {
  /** Keeps a setting of the signed-in person; resolves when it is kept. */
  saveSetting(name: 'theme_mode' | 'locale' | 'emoji_type', value: string): Promise<void>
  /** Ends the session. */
  signOut(): Promise<void>
  /** Whether the session still holds; rejects when nobody can tell. */
  signedIn(): Promise<boolean>
}

/** Parts of the frame that other modules own, handed in by the roof. */
export interface ShellParts {
  /** Opens the notifications: in the icon rail, the header of tablets, the bar of phones. */
  Bell: ComponentType<{ place: 'rail' | 'header' | 'bar' }>
}

export const ShellContext = createContext<{ shell: Shell; account: Account; parts: ShellParts } | null>(null)

const useFrame = () => {
  const frame = use(ShellContext)
  if (!frame) throw new Error('the shell needs a ShellProvider above it')
  return frame
}

/** State of the frame: what is remembered, theme, drawers, shortcuts. */
export const useShell = (): Shell => useFrame().shell
export const useAccount = (): Account => useFrame().account
export const useParts = (): ShellParts => useFrame().parts

/** One remembered preference and its setter: `const [preview, setPreview] = usePref('preview')`. Known during SSR. */
export const usePref = <Name extends keyof Prefs>(name: Name): [Prefs[Name], (value: Prefs[Name]) => void] => {
  const shell = useShell()
  const { prefs } = useSnapshot(shell.state)
  return [prefs[name] as Prefs[Name], (value) => shell.setPref(name, value)]
}

/** How a folder is shown (null: the root), and its setter; each folder remembers its own. */
export const useFolderView = (id: string | null): [FolderView, (change: Partial<FolderView>) => void] => {
  const shell = useShell()
  const { prefs } = useSnapshot(shell.state)
  return [
    folderView(prefs, id),
    (change) => {
      const next = { ...folderView(shell.state.prefs, id), ...change }
      if (id !== null) return shell.setPref('views', withFolderView(shell.state.prefs.views, id, next))
      shell.setPref('preview', next.preview)
      shell.setPref('sorting', next.sorting)
    },
  ]
}
