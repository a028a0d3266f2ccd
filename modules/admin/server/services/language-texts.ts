import {
  type AppError,
  englishReference,
  expectedKeys,
  type Platform,
  perPageOf,
  placeholderFault,
  rejectTooManyForOnePage,
  startOfPage,
} from '../../../platform/index.ts'
import { foldText } from '../../../shared/contract.ts'
import type { LanguageString, LanguageStrings, StringFilter, StringQuery } from '../../contract.ts'
import { adminErrors } from '../errors.ts'

/** Texts with `$t(` are rejected: i18next would insert another text or read options. */
const nesting = /\$t\(/

type Translations = Platform['i18n']

/** All texts of a language in the order of the shipped files, each beside the English text. */
export const languageStrings = (i18n: Translations, locale: string): LanguageString[] => {
  const [english, base, changed] = [i18n.texts(i18n.fallback), i18n.baseTexts(locale), i18n.changedTexts(locale)]
  const [shipped, fitting] = [i18n.texts(locale, { shipped: true }), i18n.fittingTexts(locale)]
  return [...expectedKeys(english, locale)].map((key) => ({
    key,
    reference: englishReference(english, key, locale),
    value: changed.get(key) ?? shipped.get(key) ?? null,
    shipped: shipped.get(key) ?? null,
    base: base.get(key) ?? null,
    outdated: changed.has(key) && !fitting.has(key),
  }))
}

/** Locale → number of keys. It follows from the English keys, which do not change while the process lives. */
const totals = new WeakMap<Translations, Map<string, number>>()
const totalOf = (i18n: Translations, locale: string): number => {
  const totalsByLocale = totals.get(i18n) ?? new Map<string, number>()
  totals.set(i18n, totalsByLocale)
  const total = totalsByLocale.get(locale) ?? expectedKeys(i18n.texts(i18n.fallback), locale).size
  totalsByLocale.set(locale, total)
  return total
}

/**
 * Counts the texts of a language without reading its files. A shipped language has all texts (`npm run check`); any other
 * language has only the texts that administrators wrote, and as a variant those of its language.
 */
export const countStrings = (i18n: Translations, locale: string) => {
  const total = totalOf(i18n, locale)
  const [changes, base] = [i18n.changedTexts(locale), i18n.baseTexts(locale)]
  const isComplete = i18n.isShipped(locale)
  if (changes.size === 0 && base.size === 0) return { total, missing: isComplete ? 0 : total, changed: 0, outdated: 0 }
  const expected = [...expectedKeys(i18n.texts(i18n.fallback), locale)]
  const count = (isCounted: (key: string) => boolean) => expected.filter(isCounted).length
  const fitting = i18n.fittingTexts(locale)
  return {
    total,
    missing: isComplete ? 0 : count((key) => !changes.has(key) && !base.has(key)),
    changed: count((key) => changes.has(key)),
    outdated: count((key) => changes.has(key) && !fitting.has(key)),
  }
}

/** Tests of a text by the name of a filter. */
export const stringFilterTests: Record<StringFilter, (text: LanguageString) => boolean> = {
  missing: ({ value, base }) => value === null && base === null,
  changed: ({ value, shipped }) => value !== null && value !== shipped,
  outdated: ({ outdated }) => outdated,
}

/** Index in `matches` of the page's first text. A cursor whose text no longer exists leads to the first page. */
const startOf = (
  all: readonly LanguageString[],
  matches: readonly LanguageString[],
  query: StringQuery,
  perPage: number,
): number => {
  if (query.cursor === undefined) return startOfPage(query, perPage)
  const [, direction, key] = /^(after|before):(.*)$/.exec(query.cursor) ?? []
  const positions = new Map(all.map((text, index) => [text.key, index]))
  const end = (positions.get(key ?? '') ?? -1) + (direction === 'after' ? 1 : 0)
  const passed = matches.filter((text) => (positions.get(text.key) ?? 0) < end).length
  if (direction === 'before') return Math.max(0, passed - perPage)
  // No text follows the cursor: show the last page before it.
  return passed < matches.length ? passed : Math.max(0, matches.length - perPage)
}

/** A page of the texts that match a query. Throws 422 `invalid-page`, `too-many-for-one-page`. */
export const pageOfStrings = (all: readonly LanguageString[], query: StringQuery): LanguageStrings => {
  const { search = '', filter } = query
  const wanted = foldText(search)
  const matches = all.filter(
    (text) =>
      (filter === undefined || stringFilterTests[filter](text)) &&
      (wanted === '' || [text.key, text.reference, text.value ?? ''].some((part) => foldText(part).includes(wanted))),
  )
  rejectTooManyForOnePage(query, matches.length)
  const perPage = perPageOf({ page: query.page })
  const from = startOf(all, matches, query, perPage)
  const data = matches.slice(from, from + perPage)
  const [first, last] = [data[0], data.at(-1)]
  return {
    data,
    meta: {
      total: matches.length,
      page: Math.floor(from / perPage) + 1,
      per_page: perPage,
      from,
      next_cursor: last && from + data.length < matches.length ? `after:${last.key}` : null,
      prev_cursor: first && from > 0 ? `before:${first.key}` : null,
    },
  }
}

/** Creates the function that validates a text of a language: it returns the error, or null. */
export const textChecker = (i18n: Translations, locale: string) => {
  const english = i18n.texts(i18n.fallback, { shipped: true })
  const expected = expectedKeys(english, locale)
  return (key: string, value: string): AppError | null => {
    if (!expected.has(key)) return adminErrors.fail('language-key-unknown')
    // Control characters could end a header of an email.
    const isMultiline = englishReference(english, key, locale).includes('\n')
    const hasControls = (isMultiline ? /[^\P{Cc}\n]/u : /\p{Cc}/u).test(value)
    if (hasControls || nesting.test(value)) return adminErrors.fail('language-text-invalid')
    const fault = placeholderFault(english, key, value, locale)
    if (!fault) return null
    return adminErrors.fail('language-placeholders', { values: { expected: fault.expected.join(', ') || '–' } })
  }
}
