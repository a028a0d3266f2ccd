import { defaultSorting, sortFields } from '../../../shared/contract.ts'
import type { ListSorting, StoredViews, ViewSettings } from '../../tree/contract.ts'
import { isExtensionSection, type SectionLocation } from '../../tree/ui.ts'

/** View of a location, with inherited settings. */
export interface ResolvedView {
  preview: 'list' | 'grid'
  sorting: ListSorting
  /** Columns besides the name; undefined: the defaults of the list. */
  columns: readonly string[] | undefined
  /** Width in px of columns that are not as wide as by default. */
  widths: Readonly<Record<string, number>>
  density: 'default' | 'compact'
}

/** The root of the files, whose settings other locations inherit. */
export const rootKey = 'files'

/** Key under which the settings of a location are stored. */
export const viewKeyOf = ({ section, id }: SectionLocation): string =>
  id ?? (isExtensionSection(section) ? section.slice('/platform/'.length) : section)

/** Settings that are stored under this key. */
export const storedSettingsOf = (views: StoredViews, key: string): ViewSettings => views[key] ?? {}

const ifSortable = (sorting: ListSorting | undefined): ListSorting | undefined =>
  sorting && (sortFields as readonly string[]).includes(sorting.field) ? sorting : undefined

/** The trash has an order of its own: the last deleted comes first. */
const trashSorting: ListSorting = { field: 'deleted_at', direction: 'DESC' }

/** Whether it is the list of what was deleted, rather than a folder in it. */
export const isTrashRoot = ({ section, id }: SectionLocation): boolean => section === 'trash' && id === null

/** The order as the query of a list. */
export const sortQueryOf = ({ field, direction }: ListSorting) =>
  field === 'deleted_at' ? { direction } : { sort: field, direction }

/** View of a location: as set there, else as in the root. Columns of the root are inherited by folders only. */
export const resolveView = (views: StoredViews, location: SectionLocation): ResolvedView => {
  const own = storedSettingsOf(views, viewKeyOf(location))
  const root = storedSettingsOf(views, rootKey)
  return {
    preview: own.preview ?? root.preview ?? 'list',
    sorting: isTrashRoot(location)
      ? (own.sorting ?? trashSorting)
      : (ifSortable(own.sorting) ?? ifSortable(root.sorting) ?? defaultSorting),
    columns: own.columns ?? (location.section === 'files' ? root.columns : undefined),
    widths: { ...root.widths, ...own.widths },
    density: own.density ?? root.density ?? 'default',
  }
}
