import { ArrowDown, ArrowUp } from 'lucide-react'
import { cx, Icon, lazyComponent, useT } from '../../../../web/ui.ts'
import type { ListSorting } from '../../../tree/contract.ts'
import { useExtensionLists } from '../extensions/useExtensionLists.ts'
import { type Column, isExtensionColumn, nextSorting, sortFieldOf } from './columns.ts'
import { SelectAll } from './SelectAll.tsx'

/** Loaded after the page, because the handle is invisible until the pointer or the focus reaches it. */
const ColumnResizer = lazyComponent(async () => (await import('./ColumnResizer.tsx')).ColumnResizer)

export interface HeaderProps {
  columns: readonly Column[]
  sorting: ListSorting
  /** Recent uploads have a fixed order. */
  sortable: boolean
  /** Rows are grouped by day. */
  byDay?: boolean
  onSort: (sorting: ListSorting) => void
  /** The selection bar may lie on the columns after the name. */
  covered: boolean
  widthOf: (column: Column) => number
  /** Shows a width while the pointer is down. */
  onDrag: (column: Column, width: number, grid: HTMLElement) => void
  /** Stores a width; null: the default. */
  onResize: (column: Column, width: number | null) => void
}

/** Column headers: sort on click, select all. */
export const HeaderRow = (props: HeaderProps) => {
  const { columns, sorting, sortable, byDay, onSort, covered, widthOf, onDrag, onResize } = props
  const t = useT()
  const added = useExtensionLists()
  return (
    <div role="row" aria-rowindex={1} className="file-head">
      <SelectAll role="columnheader" />
      {(['name', ...columns] as ('name' | Column)[]).map((column) => {
        const field = sortable ? sortFieldOf(column) : null
        const active = field !== null && sorting.field === field
        const label = isExtensionColumn(column)
          ? t(added.column(column)?.labelKey ?? '')
          : t(`storage:list.column.${column}`)
        return (
          <div
            key={column}
            role="columnheader"
            aria-sort={active ? (sorting.direction === 'ASC' ? 'ascending' : 'descending') : undefined}
            className={cx('relative flex min-w-0 items-center', column === 'size' && 'justify-end')}
          >
            {field ? (
              <button
                type="button"
                tabIndex={covered && column !== 'name' ? -1 : undefined}
                className="file-sort"
                onClick={() => onSort(nextSorting(field, sorting))}
              >
                <span className="truncate">{label}</span>
                {active && (
                  <Icon of={sorting.direction === 'ASC' ? ArrowUp : ArrowDown} size={14} className="shrink-0" />
                )}
              </button>
            ) : (
              <span className="truncate px-2">{label}</span>
            )}
            {column !== 'name' && (
              <ColumnResizer
                label={t('storage:list.columnWidth', { name: label })}
                width={widthOf(column)}
                covered={covered}
                onDrag={(width, grid) => onDrag(column, width, grid)}
                onResize={(width) => onResize(column, width)}
              />
            )}
          </div>
        )
      })}
      {byDay && (
        <div role="columnheader" className="file-day">
          {t('storage:list.column.day')}
        </div>
      )}
      <div role="columnheader">
        <span className="sr-only">{t('storage:list.column.actions')}</span>
      </div>
    </div>
  )
}
