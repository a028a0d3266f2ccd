import { defaultSorting, type Sorting, sortFields } from '../../shared/contract.ts'

/** Display preferences of the signed-in screens, stored per browser, not per account. */
export interface Prefs {
  /** Icon rail and sidebar are shown on wide screens. */
  bars: boolean
  /** The detail sidebar is open on wide screens. */
  detail: boolean
  /** `preview`, `sorting`, `columns` and `views` are read by `earlierView` only. */
  preview: 'list' | 'grid'
  sorting: Sorting
  columns: string[]
  /** Collapsed groups of the sidebar. */
  folded: string[]
  views: string
  /** New notifications play a sound. */
  sound: boolean
  /** Single characters are shortcuts without Alt too. */
  characterKeys: boolean
  /** Changed keys of shortcuts by their original keys. */
  changedKeys: Record<string, string>
}

/**
 * How the root or a folder is shown, as earlier versions stored it in this cookie. Now it is stored for the account
 * (`modules/storage/tree/contract/view-settings.ts`); what the cookie still has counts until it is stored there.
 */
export interface EarlierView {
  preview?: Prefs['preview']
  sorting?: Sorting
  columns?: string[]
}

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

/** Folders with settings of their own. */
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

/** What the cookie has for the root (`files`) or the folder of an id; null for nothing. */
export const earlierView = (prefs: Prefs, key: string): EarlierView | null => {
  if (key === 'files') {
    const { preview, sorting, columns } = prefs
    const isSorted = sorting.field !== defaultSorting.field || sorting.direction !== defaultSorting.direction
    const view = {
      ...(preview === defaultPrefs.preview ? {} : { preview }),
      ...(isSorted ? { sorting } : {}),
      ...(columns.length > 0 ? { columns } : {}),
    }
    return Object.keys(view).length > 0 ? view : null
  }
  const known = key.length === 36 && viewsOf(prefs).find((view) => key.startsWith(view.slice(0, 8)))
  if (!known) return null
  const field = sortFields.find((name) => name.startsWith(known.charAt(9)))
  return {
    preview: known.charAt(8) === 'g' ? 'grid' : 'list',
    ...(field ? { sorting: { field, direction: known.endsWith('A') ? 'ASC' : 'DESC' } } : {}),
  }
}

/** The preferences without what the cookie has for the root (`files`) or the folder of an id. */
export const withoutEarlierView = (prefs: Prefs, key: string): Prefs => {
  const { preview, sorting, columns } = defaultPrefs
  if (key === 'files') return { ...prefs, preview, sorting, columns }
  const views = viewsOf(prefs).filter((view) => !key.startsWith(view.slice(0, 8)))
  return { ...prefs, views: views.join('') }
}

/** The cookie's value: JSON, escaped for a header. */
export const serializePrefs = (prefs: Prefs): string => encodeURIComponent(JSON.stringify(prefs))
