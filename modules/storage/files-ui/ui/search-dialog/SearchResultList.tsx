import { CornerDownLeft, ListPlus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Avatar, cx, Icon, Kbd, useT } from '../../../../web/ui.ts'
import { FilterContent } from './FilterContent.tsx'
import { HighlightedText } from './HighlightedText.tsx'
import { ItemResult } from './ItemResult.tsx'
import type { ResultGroup, ResultRow } from './result-rows.ts'

type Props = {
  id: string
  groups: readonly ResultGroup[]
  active: number
  query: string
  /** Number of hits of a group, as text. */
  counts: Partial<Record<ResultGroup['id'], string>>
  onActive: (index: number) => void
  onPick: (row: ResultRow) => void
}

/** Grouped results. The focus stays in the field, which refers to the active one. */
export const SearchResultList = ({ id, groups, active, query, counts, onActive, onPick }: Props) => {
  const t = useT()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  let nextIndex = 0
  return (
    <div ref={list} id={`${id}-list`} role="listbox" aria-label={t('storage:search.results')} className="p-1.5">
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a listbox
        <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`} className="pb-1">
          <p id={`${id}-${group.id}`} className="px-2.5 pt-2 pb-1 text-12 font-medium text-muted">
            {t(`storage:search.group.${group.id}`)}
            {counts[group.id] && <span className="font-normal"> · {counts[group.id]}</span>}
          </p>
          {group.rows.map((row) => {
            const index = nextIndex++
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the combobox, see aria-activedescendant
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled where the focus is
              <div
                key={row.id}
                id={`${id}-${index}`}
                data-at={index}
                role="option"
                aria-selected={index === active}
                data-active={index === active || undefined}
                onPointerMove={({ pointerType }) => pointerType !== 'touch' && index !== active && onActive(index)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onPick(row)}
                className={cx(
                  'flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-2.5 py-1.5 phone:min-h-14',
                  index === active && 'bg-active',
                )}
              >
                <ResultContent row={row} query={query} />
                {index === active ? (
                  <Icon of={CornerDownLeft} size={14} className="shrink-0 text-muted rtl:-scale-x-100 phone:hidden" />
                ) : (
                  index > 0 && index < 9 && <Kbd keys={`mod+${index + 1}`} className="phone:hidden" />
                )}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

const iconClass = 'grid size-7 shrink-0 place-items-center text-muted phone:size-10'

const ResultContent = ({ row, query }: { row: ResultRow; query: string }) => {
  const t = useT()
  switch (row.kind) {
    case 'command':
      return (
        <>
          <span className={iconClass}>
            <Icon of={row.command.icon} size={18} />
          </span>
          <span className="min-w-0 grow truncate text-14">
            <HighlightedText name={row.command.label} query={query} />
          </span>
        </>
      )
    case 'item':
      return <ItemResult hit={row.hit} query={query} />
    case 'user': {
      const { name, email, color, avatar } = row.user.data.attributes
      return (
        <>
          <Avatar image={avatar} name={name} email={email} color={color} size={32} />
          <span className="min-w-0 grow">
            <span className="block truncate text-14">
              <HighlightedText name={name} query={query} />
            </span>
            <span className="block truncate text-12 text-muted">
              <HighlightedText name={email} query={query} />
            </span>
          </span>
        </>
      )
    }
    case 'filter':
      return <FilterContent row={row} />
    case 'more':
      return (
        <>
          <span className={iconClass}>
            <Icon of={ListPlus} size={18} />
          </span>
          <span className="min-w-0 grow truncate text-14 text-muted">{t('storage:search.more')}</span>
        </>
      )
  }
}
