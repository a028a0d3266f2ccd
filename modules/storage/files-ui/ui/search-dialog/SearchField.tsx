import { Search } from 'lucide-react'
import { Icon, Kbd, openSearch, shellKeys, usePrefetch, useShell, useT } from '../../../../web/ui.ts'
import { SearchDialog } from './lazy-search-dialog.ts'

/**
 * A button with the look of a field that opens the search. In a narrow header only its icon; phones have it in the bottom
 * bar.
 */
export const SearchField = () => {
  const shell = useShell()
  const t = useT()
  usePrefetch(SearchDialog)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={t('storage:search.anything')}
      aria-keyshortcuts="Control+K Meta+K /"
      onPointerEnter={SearchDialog.prefetch}
      onClick={() => openSearch(shell)}
      className="flex h-9 shrink-0 items-center gap-2 rounded-sm border border-line-strong bg-surface px-2.5 text-14 text-muted hover:bg-hover hover:text-text @min-[56rem]/header:w-56 phone:hidden"
    >
      <Icon of={Search} className="shrink-0" />
      <span className="hidden min-w-0 grow truncate text-start @min-[56rem]/header:block">
        {t('storage:search.anything')}
      </span>
      <span aria-hidden="true" className="hidden @min-[56rem]/header:inline-flex">
        <Kbd keys={shell.shortcuts.shown(shellKeys.searchCharacter)} />
      </span>
    </button>
  )
}
