import { createContext, use } from 'react'
import type { BrowserI18n } from './translations.ts'

export type Translate = (key: string, values?: Record<string, unknown>) => string

/** The texts of the page's locale; another locale is another instance. */
export const TextsContext = createContext<BrowserI18n | null>(null)

const quick = new WeakMap<BrowserI18n, Translate>()

/** A page has hundreds of texts, most of them without values: each of those is looked up once. */
const quickOf = (texts: BrowserI18n): Translate => {
  const known = quick.get(texts)
  if (known) return known
  const find = texts.t as unknown as Translate
  const plain = new Map<string, string>()
  texts.store?.on('added', () => plain.clear())
  const t: Translate = (key, values) => {
    if (values) return find(key, values)
    const text = plain.get(key) ?? find(key)
    plain.set(key, text)
    return text
  }
  quick.set(texts, t)
  return t
}

/** `t('storage:popup.rename.title')`: keys are whole and flat, namespace included. */
export const useT = (): Translate => {
  const texts = use(TextsContext)
  if (!texts) throw new Error('useT needs texts above it')
  return quickOf(texts)
}
