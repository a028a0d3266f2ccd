import { Kbd, useT } from '../../../../web/ui.ts'

const Hint = ({ keys, children }: { keys: string; children: string }) => (
  <span className="flex shrink-0 items-center gap-1.5">
    <Kbd keys={keys} />
    {children}
  </span>
)

/** Operators as they are typed, in every language. */
const examples = 'content:budget owner:me type:pdf'

/** Keys of the search dialog, and the words that filter. */
export const SearchHints = () => {
  const t = useT()
  return (
    <p className="flex shrink-0 items-center gap-4 border-t border-line px-4 py-2 text-12 text-muted phone:hidden">
      <Hint keys="ArrowUp+ArrowDown">{t('storage:search.hint.navigate')}</Hint>
      <Hint keys="Enter">{t('storage:search.hint.open')}</Hint>
      <Hint keys="mod+Enter">{t('storage:search.hint.show')}</Hint>
      <Hint keys="Tab">{t('storage:search.hint.filters')}</Hint>
      <span className="ms-auto hidden min-w-0 truncate lg:block">
        {t('storage:search.hint.operators', { words: examples })}
      </span>
    </p>
  )
}
