import type { SortDirection, SortField, Sorting } from '../../../../shared/contract.ts'
import { type AddedView, isAdded, type View } from '../../../tree/ui.ts'

/** Columns besides the name, in the order in which they stand. */
export const columns = ['where', 'kind', 'created_at', 'updated_at', 'deleted_at', 'size'] as const
type OwnColumn = (typeof columns)[number]
/** A column that another module adds. */
export type AddedColumn = `+${string}`
export type Column = OwnColumn | AddedColumn

export const isAddedColumn = (column: string): column is AddedColumn => column.startsWith('+')

const byView: Record<Exclude<View, AddedView>, { possible: readonly OwnColumn[]; first: readonly OwnColumn[] }> = {
  files: { possible: ['kind', 'created_at', 'updated_at', 'size'], first: ['updated_at', 'size'] },
  recent: { possible: ['where', 'kind', 'created_at', 'updated_at', 'size'], first: ['where', 'created_at', 'size'] },
  trash: {
    possible: ['where', 'kind', 'created_at', 'updated_at', 'deleted_at', 'size'],
    first: ['deleted_at', 'size'],
  },
}

export const filesColumns = byView.files.possible

/**
 * The columns shown: the person's choice for the files, else each view's own, with the date that the list is sorted by.
 * A list that another module adds brings its own.
 */
export const shownColumns = (
  view: View,
  chosen: readonly string[],
  sorted: SortField,
  added: readonly Column[] = [],
): readonly Column[] => {
  if (isAdded(view)) return added
  const { possible, first } = byView[view]
  if (view === 'files' && chosen.length > 0) return possible.filter((column) => chosen.includes(column))
  const wanted = first.map((column) =>
    view === 'files' && column === 'updated_at' && sorted === 'created_at' ? sorted : column,
  )
  return possible.filter((column) => wanted.includes(column))
}

const widths: Record<OwnColumn, string> = {
  where: '9rem',
  kind: '7rem',
  created_at: '8.5rem',
  updated_at: '8.5rem',
  deleted_at: '8.5rem',
  size: '6rem',
}

/** `grid-template-columns` of the list: the day where lines are grouped by it, mark, name, columns, menu. */
export const gridTemplate = (shown: readonly Column[], added: (column: AddedColumn) => string, byDay = false): string =>
  [
    ...(byDay ? ['7rem'] : []),
    '2.25rem',
    'minmax(0, 1fr)',
    ...shown.map((column) => (isAddedColumn(column) ? added(column) : widths[column])),
    '2.75rem',
  ].join(' ')

/** What the server can sort by. */
export const sortFieldOf = (column: Column | 'name'): SortField | null =>
  column === 'where' || column === 'deleted_at' || isAddedColumn(column) ? null : column

const natural: Record<SortField, SortDirection> = {
  name: 'ASC',
  kind: 'ASC',
  size: 'DESC',
  created_at: 'DESC',
  updated_at: 'DESC',
}

/** A click on a heading: first its natural direction, then the other. */
export const nextSorting = (field: SortField, now: Sorting): Sorting => ({
  field,
  direction: now.field === field ? (now.direction === 'ASC' ? 'DESC' : 'ASC') : natural[field],
})
