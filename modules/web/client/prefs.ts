import { defaultSorting, type Sorting, sortFields } from '../../shared/contract.ts'

/** What the browser remembers about the look of the work screens (PRODUCT.md §2), per browser and not per person. */
export interface Prefs {
  /** Icon rail and sidebar are shown on wide screens. */
  bars: boolean
  /** The detail sidebar is open on wide screens. */
  detail: boolean
  preview: 'list' | 'grid'
  sorting: Sorting
  /** Columns of the list in their order; empty means the list's own choice. */
  columns: string[]
  /** Sidebar groups that are folded. */
  folded: string[]
  /** How single folders are shown, newest first; read and written by `folderView` and `withFolderView`. */
  views: string
  /** New notifications are heard. */
  sound: boolean
}

/** How a folder is shown: as it was last chosen there, else as in the root. */
export type FolderView = Pick<Prefs, 'preview' | 'sorting'>

export const prefsCookie = 'prefs'

export const defaultPrefs: Prefs = {
  bars: true,
  detail: false,
  preview: 'list',
  sorting: defaultSorting,
  columns: [],
  folded: [],
  views: '',
  sound: true,
}

/** Folders remembered: as many as a cookie, which goes along with each request, has room for. */
const mostViews = 40
/** One of them: the start of the folder's id, list or grid, first letter of the field, direction. */
const viewForm = '[0-9a-f]{8}[lg][a-z][AD]'
const viewLength = 11
const viewsForm = new RegExp(`^(${viewForm}){0,${mostViews}}$`)

const flag = (value: unknown, fallback: boolean) => (typeof value === 'boolean' ? value : fallback)
const words = (value: unknown): string[] =>
  Array.isArray(value)
    ? [
        ...new Set(
          value.filter((word): word is string => typeof word === 'string' && /^[a-z][a-z_-]{0,31}$/.test(word)),
        ),
      ].slice(0, 16)
    : []
const sorting = (value: unknown): Sorting => {
  const { field, direction } = (value ?? {}) as Partial<Sorting>
  const known = sortFields.find((name) => name === field)
  return known && (direction === 'ASC' || direction === 'DESC') ? { field: known, direction } : defaultSorting
}

/** Reads the cookie's value; whatever is missing, unknown or forged becomes its default. Never throws. */
export const parsePrefs = (cookie: string | undefined): Prefs => {
  if (!cookie || cookie.length > 2_000) return defaultPrefs
  let given: Record<string, unknown>
  try {
    const value: unknown = JSON.parse(cookie.startsWith('{') ? cookie : decodeURIComponent(cookie))
    if (typeof value !== 'object' || value === null) return defaultPrefs
    given = value as Record<string, unknown>
  } catch {
    return defaultPrefs
  }
  return {
    bars: flag(given.bars, defaultPrefs.bars),
    detail: flag(given.detail, defaultPrefs.detail),
    preview: given.preview === 'grid' ? 'grid' : 'list',
    sorting: sorting(given.sorting),
    columns: words(given.columns),
    folded: words(given.folded),
    views: typeof given.views === 'string' && viewsForm.test(given.views) ? given.views : defaultPrefs.views,
    sound: flag(given.sound, defaultPrefs.sound),
  }
}

const viewsOf = ({ views }: Pick<Prefs, 'views'>): string[] =>
  Array.from({ length: views.length / viewLength }, (_, at) => views.slice(at * viewLength, (at + 1) * viewLength))

/** How this folder is shown; null is the root, whose choice holds wherever there is no other. */
export const folderView = (prefs: Pick<Prefs, 'views' | 'preview' | 'sorting'>, id: string | null): FolderView => {
  const { preview, sorting } = prefs
  const known = id && viewsOf(prefs).find((view) => view.startsWith(id.slice(0, 8)))
  if (!known) return { preview, sorting }
  const field = sortFields.find((name) => name.startsWith(known.charAt(9)))
  return {
    preview: known.charAt(8) === 'g' ? 'grid' : 'list',
    sorting: field ? { field, direction: known.endsWith('A') ? 'ASC' : 'DESC' } : sorting,
  }
}

/** `views` with this folder's at its head; the longest unchanged ones fall out. */
export const withFolderView = (views: string, id: string, { preview, sorting }: FolderView): string => {
  const key = id.slice(0, 8)
  const view = `${key}${preview.charAt(0)}${sorting.field.charAt(0)}${sorting.direction.charAt(0)}`
  return [view, ...viewsOf({ views }).filter((other) => !other.startsWith(key))].slice(0, mostViews).join('')
}

/** The cookie's value: JSON, escaped for a header. */
export const serializePrefs = (prefs: Prefs): string => encodeURIComponent(JSON.stringify(prefs))
