/** Display preferences of the signed-in screens, stored per browser, not per account. */
export interface Prefs {
  /** Icon rail and sidebar are shown on wide screens. */
  bars: boolean
  /** The detail sidebar is open on wide screens. */
  detail: boolean
  /** Collapsed groups of the sidebar. */
  folded: string[]
  /** One click opens a file or folder, as two do otherwise. */
  opensByClick: boolean
  /** New notifications play a sound. */
  sound: boolean
  /** Single characters are shortcuts without Alt too. */
  characterKeys: boolean
  /** Changed keys of shortcuts by their original keys. */
  changedKeys: Record<string, string>
  /** The time zone of the browser of an account without one, in which the server then renders. */
  zone?: string
}

export const prefsCookie = 'prefs'

export const defaultPrefs: Prefs = {
  bars: true,
  detail: false,
  folded: [],
  opensByClick: false,
  sound: true,
  characterKeys: true,
  changedKeys: {},
}

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

const zoneIn = (value: unknown) => (typeof value === 'string' && /^[\w+/:-]{1,64}$/.test(value) ? { zone: value } : {})

/** Parses the cookie's value; missing, unknown and forged values become their defaults. Never throws. */
export const parsePrefs = (cookie: string | undefined): Prefs => {
  if (!cookie || cookie.length > 2_000) return defaultPrefs
  let stored: Record<string, unknown>
  try {
    const value: unknown = JSON.parse(cookie.startsWith('{') ? cookie : decodeURIComponent(cookie))
    if (typeof value !== 'object' || value === null) return defaultPrefs
    stored = value as Record<string, unknown>
  } catch {
    return defaultPrefs
  }
  return {
    bars: booleanOr(stored.bars, defaultPrefs.bars),
    detail: booleanOr(stored.detail, defaultPrefs.detail),
    folded: identifiers(stored.folded),
    opensByClick: booleanOr(stored.opensByClick, defaultPrefs.opensByClick),
    sound: booleanOr(stored.sound, defaultPrefs.sound),
    characterKeys: booleanOr(stored.characterKeys, defaultPrefs.characterKeys),
    changedKeys: changedKeys(stored.changedKeys),
    ...zoneIn(stored.zone),
  }
}

/** The preferences of a visitor, whose pages have shortcuts, but nothing else of the signed-in screens. */
export const visitorPrefs = (cookie: string | undefined): Prefs => {
  const { characterKeys, changedKeys } = parsePrefs(cookie)
  return { ...defaultPrefs, characterKeys, changedKeys }
}

/** The cookie's value: JSON, escaped for a header. */
export const serializePrefs = (prefs: Prefs): string => encodeURIComponent(JSON.stringify(prefs))
