import { Search, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Icon, IconButton, isTouchOnly, Kbd, Spinner, useT } from '../../../../web/ui.ts'
import { maxSearchText } from '../../../search/contract.ts'

type Props = {
  id: string
  text: string
  label: string
  /** Index of the active result; -1 for none. */
  active: number
  expanded: boolean
  busy: boolean
  /** Back led to the results: no screen keyboard covers them. */
  returned: boolean
  onText: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  onClose: () => void
}

/** The combobox field, which keeps the focus. */
export const SearchInput = ({
  id,
  text,
  label,
  active,
  expanded,
  busy,
  returned,
  onText,
  onKeyDown,
  onClose,
}: Props) => {
  const t = useT()
  return (
    <div className="flex h-14 shrink-0 items-center gap-3 border-b border-line ps-4 pe-3">
      {busy ? (
        <Spinner label={t('storage:search.searching')} />
      ) : (
        <Icon of={Search} size={18} className="shrink-0 text-muted" />
      )}
      <input
        data-autofocus={returned && isTouchOnly() ? undefined : true}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={expanded}
        aria-controls={`${id}-list`}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={maxSearchText}
        placeholder={label}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className="h-full min-w-0 grow bg-transparent text-16 outline-none placeholder:text-muted"
      />
      <Kbd keys="Escape" className="phone:hidden" />
      <IconButton icon={X} label={t('web:kit.close')} onClick={onClose} className="sm:hidden" />
    </div>
  )
}
