import { Check, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { foldText } from '../../../shared/contract.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'
import type { SelectOption } from './Select.tsx'

type Props = { label: string; options: readonly SelectOption[]; value: string | null; onPick: (value: string) => void }

/** The list of a SearchSelect: the focus stays on one element, aria-activedescendant names the active option. */
export const OptionList = ({ label, options, value, onPick }: Props) => {
  const t = useT()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const matching = query ? options.filter((option) => foldText(option.label).includes(foldText(query))) : options
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => option.value === value),
    ),
  )
  const searching = options.length > 5

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const onKeyDown = (event: KeyboardEvent) => {
    const last = matching.length - 1
    const next: Record<string, number> = {
      ArrowDown: Math.min(last, active + 1),
      ArrowUp: Math.max(0, active - 1),
      PageDown: Math.min(last, active + 8),
      PageUp: Math.max(0, active - 8),
      ...(!searching && { Home: 0, End: last }),
    }
    const option = matching[active]
    if (event.key in next) setActive(next[event.key] ?? 0)
    else if (event.key === 'Enter' || (event.key === ' ' && !searching)) {
      if (option && !option.disabled) onPick(option.value)
    } else return
    event.preventDefault()
  }

  const pointer = {
    'aria-controls': `${id}-list`,
    'aria-activedescendant': matching.length > 0 ? `${id}-${active}` : undefined,
    onKeyDown,
  }
  return (
    <>
      {searching && (
        <div className="flex items-center gap-2 border-b border-line px-3">
          <Icon of={Search} className="shrink-0 text-muted" />
          <input
            {...pointer}
            role="combobox"
            aria-expanded="true"
            aria-autocomplete="list"
            aria-label={t('web:kit.search')}
            placeholder={t('web:kit.search')}
            value={query}
            onChange={(event) => {
              setQuery(event.currentTarget.value)
              setActive(0)
            }}
            className="h-10 min-w-0 grow bg-transparent text-body outline-none"
          />
        </div>
      )}
      <div
        {...(!searching && { ...pointer, tabIndex: 0 })}
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        className="max-h-72 overflow-y-auto overscroll-contain p-1 outline-none"
      >
        {matching.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the combobox, see aria-activedescendant
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled where the focus is
          <div
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={option.value === value}
            data-active={index === active || undefined}
            aria-disabled={option.disabled}
            onPointerMove={() => setActive(index)}
            onClick={() => !option.disabled && onPick(option.value)}
            className={cx(
              'flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1.5 text-body pointer-coarse:min-h-11',
              index === active && 'bg-hover',
              option.disabled && 'opacity-50',
            )}
          >
            {option.icon && <Icon of={option.icon} className="shrink-0 text-muted" />}
            <span className="min-w-0 grow">
              <span className="block truncate">{option.label}</span>
              {option.text && <span className="block text-small text-pretty text-muted">{option.text}</span>}
            </span>
            {option.value === value && <Icon of={Check} className="shrink-0 text-brand-text" />}
          </div>
        ))}
      </div>
      {matching.length === 0 && (
        <p role="status" className="px-3 pt-1 pb-4 text-center text-small text-muted">
          {t('web:kit.nothingFound')}
        </p>
      )}
    </>
  )
}
