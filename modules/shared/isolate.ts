/** Languages that are written from right to left. */
const rtlLanguage = /^(ar|ckb|dv|fa|he|ks|ps|sd|ug|ur|yi)\b/

/** Letters that are written from right to left: Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms. */
const rtlLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

export const directionOf = (locale: string): 'ltr' | 'rtl' => (rtlLanguage.test(locale) ? 'rtl' : 'ltr')

/** Whether a value within a text of the locale may be of another direction than the text. Digits alone are copied as codes. */
export const needsIsolation = (value: string, locale: string): boolean =>
  rtlLanguage.test(locale) ? !/^\d*$/.test(value) : rtlLetter.test(value)

/**
 * A value within a text of another direction, between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE: left alone, a text
 * from right to left shows `2026-11-28 Notes.pdf` as `Notes.pdf 28-11-2026` (UAX #9).
 */
export const isolate = (value: unknown, locale: string): string =>
  typeof value === 'string' && needsIsolation(value, locale) ? `\u2068${value}\u2069` : String(value)

/**
 * How i18next puts values into texts of the locale: unescaped, because React and `escapeHtml` do that, and isolated. A text
 * that becomes a name of a file is made with `{ interpolation: { escapeValue: false } }`.
 */
export const interpolationOf = (locale: string) => ({ escape: (value: string): string => isolate(value, locale) })
