import { createContext, use } from 'react'
import { countedKey, type Translate } from '../../shared/contract.ts'
import { formatNumber } from './format.ts'
import type { BrowserI18n } from './translations.ts'

/** The texts of the page's locale; each locale has its own instance, whose `language` decides its formats. */
export const TextsContext = createContext<BrowserI18n | null>(null)

const translators = new WeakMap<BrowserI18n, Translate>()

const placeholder = /\{\{(\w+)\}\}/

/** The literal parts and the value names of a text that consists of nothing else, alternating; null for other texts. */
const partsOf = (text: unknown): string[] | null => {
  if (typeof text !== 'string' || text.includes('$t(')) return null
  const parts = text.split(placeholder)
  return parts.some((part, index) => index % 2 === 0 && part.includes('{{')) ? null : parts
}

/** Texts show a count with the separators of their language. */
const shownCount = (count: unknown, locale: string): unknown =>
  typeof count === 'number' && Math.abs(count) >= 1_000 ? formatNumber(count, locale) : count

type Values = Record<string, unknown>

const hasAll = (parts: readonly string[], values: Values) =>
  parts.every((part, index) => index % 2 === 0 || (values[part] !== undefined && values[part] !== null))

const join = (parts: readonly string[], values: Values, { options, language }: BrowserI18n) => {
  // Isolates a value in the direction of the texts (`interpolationOf`).
  const isolated = (options.interpolation?.escape ?? String) as (value: unknown) => string
  return parts
    .map((part, index) =>
      index % 2 === 0 ? part : isolated(part === 'count' ? shownCount(values.count, language) : values[part]),
    )
    .join('')
}

/** i18next decides by these, and by `count`, which text is taken; the others are only put in. */
const selectors = ['context', 'ordinal', 'defaultValue', 'lng']

/** Texts with values, and plural forms by their counts, that are kept for each language. */
const maxSplit = 4_000

/**
 * A page has hundreds of texts, and a list the same few for each of its rows: texts without values are looked up once, and
 * texts with plain values are taken apart once.
 */
export const translatorOf = (texts: BrowserI18n): Translate => {
  const cached = translators.get(texts)
  if (cached) return cached
  const find = texts.t as unknown as (key: string | string[], values?: Values) => string
  const plain = new Map<string, string>()
  const split = new Map<string, string[] | null>()
  texts.store?.on('added', () => {
    plain.clear()
    split.clear()
  })
  /** The parts of a text, or of its plural form for this count. */
  const partsFor = (key: string, count: unknown) => {
    const isCounted = typeof count === 'number'
    const name = isCounted ? `${key} ${count}` : key
    const cachedParts = split.get(name)
    if (cachedParts !== undefined) return cachedParts
    const parts = partsOf(
      isCounted
        ? find(countedKey(key, count), { count, skipInterpolation: true })
        : texts.getResource(texts.language, 'translation', key),
    )
    if (split.size >= maxSplit) split.clear()
    split.set(name, parts)
    return parts
  }
  const t: Translate = (key, values) => {
    if (values) {
      const { count, ...others } = values
      const isPlain = !selectors.some((name) => name in others)
      const parts = isPlain ? partsFor(key, count) : null
      if (parts && hasAll(parts, values)) return join(parts, values, texts)
      // i18next takes the plural form by `count`.
      return find(countedKey(key, count), {
        ...values,
        replace: { ...values, count: shownCount(count, texts.language) },
      })
    }
    const cachedText = plain.get(key)
    if (cachedText !== undefined) return cachedText
    const text = find(key)
    // Keys that are built at run time are not checked against the texts; browser tests fail on errors in the console.
    if (text === key) console.error(`No text for ${key}`)
    plain.set(key, text)
    return text
  }
  translators.set(texts, t)
  return t
}

/** `t('storage:dialog.rename.title')`: keys are complete and flat, namespace included. */
export const useT = (): Translate => {
  const texts = use(TextsContext)
  if (!texts) throw new Error('useT needs a TextsContext above it')
  return translatorOf(texts)
}
