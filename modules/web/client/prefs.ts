import { defaultSorting, type Sorting, sortFields } from '../../shared/contract.ts'

/** Display preferences of the signed-in screens (PRODUCT.md §2), stored per browser, not per account. */
export interface Prefs {
  /** Icon rail and sidebar are shown on wide screens. */
  bars: boolean
  /** The detail sidebar is open on wide screens. */
  detail: boolean
  preview: 'list' | 'grid'
  sorting: Sorting
  /** Columns of the list in their order; empty means the defaults. */
  columns: string[]
  /** Collapsed groups of the sidebar. */
  folded: string[]
  /** View settings of single folders, newest first; read and written by `folderView` and `withFolderView`. */
  views: string
  /** New notifications play a sound. */
  sound: boolean
  /** Single characters are shortcuts without Alt too. */
  characterKeys: boolean
  /** Changed keys of shortcuts by their original keys. */
  changedKeys: Record<string, string>
}

/** View settings of a folder: those last set in it, else those of the root. */
export type ViewPrefs = Pick<Prefs, 'preview' | 'sorting'>

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
  characterKeys: true,
  changedKeys: {},
}

/** Folders with settings of their own; the cookie is sent with each request and must stay small. */
const maxFolderViews = 40
/** One entry: 8 characters of the folder's id, list or grid, first letter of the sort field, direction. */
const viewPattern = '[0-9a-f]{8}[lg][a-z][AD]'
const viewLength = 11
const viewsPattern = new RegExp(`^(${viewPattern}){0,${maxFolderViews}}$`)

const booleanOr = (value: unknown, fallback: boolean) => (typeof value === 'boolean' ? value : fallback)
const identifiers = (value: unknown): string[] =>
  Array.isArray(value)
    ? [
        ...new Set(
          value.filter((word): word is string => typeof word === 'string' && /^[a-z][a-z_-]{0,31}$/.test(word)),
        ),
      ].slice(0, 16)
    : []
const changedKeys = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {})
      .filter(([from, to]) => /^[!-~]$/.test(from) && typeof to === 'string' && /^[!-~]$/.test(to))
      .slice(0, 24),
  )
const sorting = (value: unknown): Sorting => {
  const { field, direction } = (value ?? {}) as Partial<Sorting>
  const known = sortFields.find((name) => name === field)
  return known && (direction === 'ASC' || direction === 'DESC') ? { field: known, direction } : defaultSorting
}

/** Parses the cookie's value; missing, unknown and forged values become their defaults. Never throws. */
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
    bars: booleanOr(given.bars, defaultPrefs.bars),
    detail: booleanOr(given.detail, defaultPrefs.detail),
    preview: given.preview === 'grid' ? 'grid' : 'list',
    sorting: sorting(given.sorting),
    columns: identifiers(given.columns),
    folded: identifiers(given.folded),
    views: typeof given.views === 'string' && viewsPattern.test(given.views) ? given.views : defaultPrefs.views,
    sound: booleanOr(given.sound, defaultPrefs.sound),
    characterKeys: booleanOr(given.characterKeys, defaultPrefs.characterKeys),
    changedKeys: changedKeys(given.changedKeys),
  }
}

const viewsOf = ({ views }: Pick<Prefs, 'views'>): string[] =>
  Array.from({ length: views.length / viewLength }, (_, at) => views.slice(at * viewLength, (at + 1) * viewLength))

/** View settings of a folder by its id; null is the root, whose settings apply to folders without their own. */
export const folderView = (prefs: Pick<Prefs, 'views' | 'preview' | 'sorting'>, id: string | null): ViewPrefs => {
  const { preview, sorting } = prefs
  const known = id && viewsOf(prefs).find((view) => view.startsWith(id.slice(0, 8)))
  if (!known) return { preview, sorting }
  const field = sortFields.find((name) => name.startsWith(known.charAt(9)))
  return {
    preview: known.charAt(8) === 'g' ? 'grid' : 'list',
    sorting: field ? { field, direction: known.endsWith('A') ? 'ASC' : 'DESC' } : sorting,
  }
}

/** Returns `views` with this folder's entry first; the oldest entries beyond the limit are dropped. */
export const withFolderView = (views: string, id: string, { preview, sorting }: ViewPrefs): string => {
  const key = id.slice(0, 8)
  const view = `${key}${preview.charAt(0)}${sorting.field.charAt(0)}${sorting.direction.charAt(0)}`
  return [view, ...viewsOf({ views }).filter((other) => !other.startsWith(key))].slice(0, maxFolderViews).join('')
}

/** The cookie's value: JSON, escaped for a header. */
export const serializePrefs = (prefs: Prefs): string => encodeURIComponent(JSON.stringify(prefs))
