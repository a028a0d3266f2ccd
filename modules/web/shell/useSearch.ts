import { useEffect } from 'react'
import { useT } from '../i18n/use-t.ts'
import { useShell } from './context.ts'
import { collectEarlyTyping } from './early-typing.ts'
import type { Shell } from './shell.store.ts'
import { shellKeys } from './shortcuts/shell-keys.ts'
import { useShortcuts } from './shortcuts/useShortcuts.ts'

/** Opens the search; text typed while its code loads is kept. */
export const openSearch = ({ state }: Shell): void => {
  state.command = null
  // If it is open already, its field has taken the typed text, and would not take it again.
  if (!state.search) collectEarlyTyping()
  state.search = true
}

export const closeSearch = ({ state }: Shell): void => {
  state.command = null
  state.search = false
}

/** State of the search on this history entry when one of its results was opened; undefined: none. Browser only. */
export const searchOfEntry = (): unknown => history.state?.search

/** Opens the search on a history entry whose results led away. */
const useSearchOnReturn = (shell: Shell): void => {
  useEffect(() => {
    // After the search of the entry that was left has closed, which listens to the same event.
    const reopen = () => void setTimeout(() => searchOfEntry() && openSearch(shell))
    reopen()
    addEventListener('popstate', reopen)
    return () => removeEventListener('popstate', reopen)
  }, [shell])
}

/** The shortcuts of the search; returns the function that opens it. */
export const useSearch = (): (() => void) => {
  const shell = useShell()
  const t = useT()
  const open = () => openSearch(shell)
  useSearchOnReturn(shell)
  const { search, searchCharacter } = shellKeys
  useShortcuts([search, searchCharacter].map((keys) => ({ keys, label: t('web:shell.search'), run: open })))
  return open
}
