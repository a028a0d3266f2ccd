import { navigate } from 'vike/client/router'
import { useT } from '../i18n/use-t.ts'
import { useShell } from './context.ts'
import { sections } from './sections.ts'
import { useShortcuts } from './shortcuts/useShortcuts.ts'
import { collectTyping } from './typing-ahead.ts'

/** Returns the function that opens the search: the page's own, which registers its own shortcuts, else that of the files page. */
export const useSearch = (hasOwnSearch: boolean): (() => void) => {
  const shell = useShell()
  const t = useT()
  const open = () => {
    shell.state.search = true
    collectTyping()
    if (!hasOwnSearch) void navigate(sections[0]?.href ?? '/')
  }
  useShortcuts(hasOwnSearch ? [] : ['mod+k', '/'].map((keys) => ({ keys, label: t('web:shell.search'), run: open })))
  return open
}
