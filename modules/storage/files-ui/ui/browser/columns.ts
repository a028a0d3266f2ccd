import { firstDirection } from '../../../../shared/contract.ts'
import type { ListSorting } from '../../../tree/contract.ts'
import { type ExtensionSection, isExtensionSection, type Section, type SectionLocation } from '../../../tree/ui.ts'
import type { FolderView } from '../../client/folder-view.ts'

/** Columns besides the name, in display order. */
export const columns = ['where', 'kind', 'owner', 'created_at', 'updated_at', 'deleted_at', 'size'] as const
type OwnColumn = (typeof columns)[number]
/** A column of an extension. */
export type ExtensionColumn = `+${string}`
export type Column = OwnColumn | ExtensionColumn

export const isExtensionColumn = (column: string): column is ExtensionColumn => column.startsWith('+')

const bySection: Record<
  Exclude<Section, ExtensionSection>,
  { possible: readonly OwnColumn[]; shownByDefault: readonly OwnColumn[] }
> = {
  files: { possible: ['kind', 'owner', 'created_at', 'updated_at', 'size'], shownByDefault: ['created_at', 'size'] },
  recent: {
    possible: ['where', 'kind', 'created_at', 'updated_at', 'size'],
    shownByDefault: ['where', 'created_at', 'size'],
  },
  trash: {
    possible: ['where', 'kind', 'created_at', 'updated_at', 'deleted_at', 'size'],
    shownByDefault: ['where', 'deleted_at', 'size'],
  },
}

/** A folder in the trash has the columns of other folders: its items have one location and one time of deletion. */
const shownAs = ({ section, id }: SectionLocation): Section => (section === 'trash' && id !== null ? 'files' : section)

/** Columns that a list can show; `added`: columns of an extension's list. */
export const possibleColumns = (location: SectionLocation, added: readonly Column[] = []): readonly Column[] => {
  const section = shownAs(location)
  return isExtensionSection(section) ? added : bySection[section].possible
}

/**
 * The visible columns: the user's choice, else the defaults of the view, and the owner where it is somebody else. Another
 * order may add the column that it sorts by; it removes none.
 */
export const shownColumns = (
  { location, sorting, root }: Pick<FolderView, 'location' | 'sorting' | 'root'>,
  chosen: readonly string[] | undefined,
  added: readonly Column[] = [],
): readonly Column[] => {
  const section = shownAs(location)
  const possible = possibleColumns(location, added)
  if (chosen) return possible.filter((column) => chosen.includes(column))
  if (isExtensionSection(section)) return possible
  const wanted: Column[] = [...bySection[section].shownByDefault]
  if (section === 'files' && sorting.field !== 'name') wanted.push(sorting.field)
  if (section === 'files' && root?.attributes.owner !== undefined) wanted.push('owner')
  return possible.filter((column) => wanted.includes(column))
}

/** Width of columns by default, in px at a root font size of 16 px. */
const defaultWidths: Record<OwnColumn, number> = {
  where: 144,
  kind: 112,
  owner: 144,
  created_at: 136,
  updated_at: 136,
  deleted_at: 136,
  size: 96,
}

/** The default width of a column in px; `added`: the default width of an extension's column. */
export const defaultWidth = (column: Column, added: (column: ExtensionColumn) => number): number =>
  isExtensionColumn(column) ? added(column) : defaultWidths[column]

/** Width of a column in px; `min`: its width where there is less room. */
export interface ColumnWidth {
  width: number
  min: number
}

/** `grid-template-columns` of the list: day (when grouped), checkbox, name, columns, menu. */
export const gridTemplate = (
  shown: readonly Column[],
  widthOf: (column: Column) => ColumnWidth,
  byDay = false,
): string =>
  [
    ...(byDay ? ['minmax(4.5rem, 6rem)'] : []),
    '2.25rem',
    // The other columns give way before the name is cut.
    'minmax(min(100%, 17rem), 1fr)',
    ...shown.map((column) => {
      const { width, min } = widthOf(column)
      const least = `${Math.min(min, width) / 16}rem`
      // Beside the days there is less room: a time such as “18 minutes ago” keeps more of it than a folder's name.
      return `minmax(${byDay && isTime(column) ? `min(7rem, 16%, ${width / 16}rem)` : least}, ${width / 16}rem)`
    }),
    '2.75rem',
  ].join(' ')

const isTime = (column: Column): boolean => column === 'created_at' || column === 'updated_at'

/** The sort field of a column; null when the server cannot sort by it. */
export const sortFieldOf = (column: Column | 'name'): ListSorting['field'] | null =>
  column === 'where' || column === 'owner' || isExtensionColumn(column) ? null : column

/** The sorting after a click on a header: first `firstDirection`, then the other. */
export const nextSorting = (field: ListSorting['field'], now: ListSorting): ListSorting => ({
  field,
  direction: now.field === field ? (now.direction === 'ASC' ? 'DESC' : 'ASC') : firstDirection(field),
})
