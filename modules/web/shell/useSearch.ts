import { navigate } from 'vike/client/router'
import { useT } from '../i18n/use-t.ts'
import { useShell } from './context.ts'
import { sections } from './sections.ts'
import { useShortcuts } from './shortcuts/useShortcuts.ts'

/** Opens the search: the page's own, which then registers its keys itself, else that of the files, over there. */
export const useSearch = (own: boolean): (() => void) => {
  const shell = useShell()
  const t = useT()
  const open = () => {
    shell.state.search = true
    if (!own) void navigate(sections[0]?.href ?? '/')
  }
  useShortcuts(own ? [] : ['mod+k', '/'].map((keys) => ({ keys, label: t('web:shell.search'), run: open })))
  return open
}
