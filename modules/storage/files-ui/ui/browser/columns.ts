import type { SortDirection, SortField, Sorting } from '../../../../shared/contract.ts'
import { type ExtensionView, isExtensionView, type View } from '../../../tree/ui.ts'

/** Columns besides the name, in display order. */
export const columns = ['where', 'kind', 'created_at', 'updated_at', 'deleted_at', 'size'] as const
type OwnColumn = (typeof columns)[number]
/** A column of an extension. */
export type ExtensionColumn = `+${string}`
export type Column = OwnColumn | ExtensionColumn

export const isExtensionColumn = (column: string): column is ExtensionColumn => column.startsWith('+')

const byView: Record<Exclude<View, ExtensionView>, { possible: readonly OwnColumn[]; first: readonly OwnColumn[] }> = {
  files: { possible: ['kind', 'created_at', 'updated_at', 'size'], first: ['updated_at', 'size'] },
  recent: { possible: ['where', 'kind', 'created_at', 'updated_at', 'size'], first: ['where', 'created_at', 'size'] },
  trash: {
    possible: ['where', 'kind', 'created_at', 'updated_at', 'deleted_at', 'size'],
    first: ['deleted_at', 'size'],
  },
}

export const filesColumns = byView.files.possible

/**
 * The visible columns: the user's choice in the files view, else the defaults of the view, with the date that the list
 * is sorted by. An extension list brings its own.
 */
export const shownColumns = (
  view: View,
  chosenColumns: readonly string[],
  sorted: SortField,
  added: readonly Column[] = [],
): readonly Column[] => {
  if (isExtensionView(view)) return added
  const { possible, first } = byView[view]
  if (view === 'files' && chosenColumns.length > 0) return possible.filter((column) => chosenColumns.includes(column))
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

/** `grid-template-columns` of the list: day (when grouped), checkbox, name, columns, menu. */
export const gridTemplate = (
  shown: readonly Column[],
  added: (column: ExtensionColumn) => string,
  byDay = false,
): string =>
  [
    ...(byDay ? ['minmax(4.5rem, 7rem)'] : []),
    '2.25rem',
    // The other columns give way before the name is cut.
    'minmax(min(100%, 17rem), 1fr)',
    ...shown.map((column) => `minmax(4.5rem, ${isExtensionColumn(column) ? added(column) : widths[column]})`),
    '2.75rem',
  ].join(' ')

/** The sort field of a column; null when the server cannot sort by it. */
export const sortFieldOf = (column: Column | 'name'): SortField | null =>
  column === 'where' || column === 'deleted_at' || isExtensionColumn(column) ? null : column

const natural: Record<SortField, SortDirection> = {
  name: 'ASC',
  kind: 'ASC',
  size: 'DESC',
  created_at: 'DESC',
  updated_at: 'DESC',
}

/** The sorting after a click on a header: first the natural direction, then the other. */
export const nextSorting = (field: SortField, now: Sorting): Sorting => ({
  field,
  direction: now.field === field ? (now.direction === 'ASC' ? 'DESC' : 'ASC') : natural[field],
})
