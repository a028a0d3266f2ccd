import { useEffect } from 'react'
import { useT } from '../i18n/use-t.ts'
import { useShell } from './context.ts'
import { searchOfEntry } from './search-entry.ts'
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

/** Opens the search on a history entry whose results led away. */
const useSearchOnReturn = (shell: Shell): void => {
  useEffect(() => {
    const reopen = () => {
      if (searchOfEntry()) openSearch(shell)
    }
    // After the search of the entry that was left has closed, which listens to the same event.
    const onPopState = () => void setTimeout(reopen)
    reopen()
    addEventListener('popstate', onPopState)
    return () => removeEventListener('popstate', onPopState)
  }, [shell])
}

/** The shortcuts of the search; returns the function that opens it. */
export const useSearch = (): (() => void) => {
  const shell = useShell()
  const t = useT()
  const open = () => openSearch(shell)
  useSearchOnReturn(shell)
  useShortcuts(['mod+k', '/'].map((keys) => ({ keys, label: t('web:shell.search'), run: open })))
  return open
}
