import { createContext, use } from 'react'
import type { BrowserI18n } from './translations.ts'

export type Translate = (key: string, values?: Record<string, unknown>) => string

/** The texts of the page's locale; another locale is another instance. */
export const TextsContext = createContext<BrowserI18n | null>(null)

const translators = new WeakMap<BrowserI18n, Translate>()

/** A page has hundreds of texts, most of them without values: caches those, so that each is looked up once. */
const translatorOf = (texts: BrowserI18n): Translate => {
  const cached = translators.get(texts)
  if (cached) return cached
  const find = texts.t as unknown as Translate
  const plain = new Map<string, string>()
  texts.store?.on('added', () => plain.clear())
  const t: Translate = (key, values) => {
    if (values) return find(key, values)
    const text = plain.get(key) ?? find(key)
    plain.set(key, text)
    return text
  }
  translators.set(texts, t)
  return t
}

/** `t('storage:popup.rename.title')`: keys are complete and flat, namespace included. */
export const useT = (): Translate => {
  const texts = use(TextsContext)
  if (!texts) throw new Error('useT needs a TextsContext above it')
  return translatorOf(texts)
}
