import { useT } from '../i18n/use-t.ts'
import { useShell } from './context.ts'
import type { Shell } from './shell.store.ts'
import { useShortcuts } from './shortcuts/useShortcuts.ts'
import { collectTyping } from './typing-ahead.ts'

/** Opens the search; what is typed while its code loads is kept. */
export const openSearch = ({ state }: Shell): void => {
  state.command = null
  state.search = true
  collectTyping()
}

export const closeSearch = ({ state }: Shell): void => {
  state.command = null
  state.search = false
}

/** The shortcuts of the search; returns the function that opens it. */
export const useSearch = (): (() => void) => {
  const shell = useShell()
  const t = useT()
  const open = () => openSearch(shell)
  useShortcuts(['mod+k', '/'].map((keys) => ({ keys, label: t('web:shell.search'), run: open })))
  return open
}
