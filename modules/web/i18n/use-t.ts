import { createContext, use } from 'react'
import type { BrowserI18n } from './translations.ts'

export type Translate = (key: string, values?: Record<string, unknown>) => string

/** The texts of the page's locale; another locale is another instance. */
export const TextsContext = createContext<BrowserI18n | null>(null)

/** `t('storage:popup.rename.title')`: keys are whole and flat, namespace included. */
export const useT = (): Translate => {
  const texts = use(TextsContext)
  if (!texts) throw new Error('useT needs texts above it')
  return texts.t as unknown as Translate
}
