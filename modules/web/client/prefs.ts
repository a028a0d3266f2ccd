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
}

export const prefsCookie = 'prefs'

export const defaultPrefs: Prefs = {
  bars: true,
  detail: false,
  preview: 'list',
  sorting: defaultSorting,
  columns: [],
  folded: [],
}

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
  }
}

/** The cookie's value: JSON, escaped for a header. */
export const serializePrefs = (prefs: Prefs): string => encodeURIComponent(JSON.stringify(prefs))
