import { createHash } from 'node:crypto'
import { createInstance, type i18n } from 'i18next'
import { formatLocale, interpolationOf } from '../../../shared/contract.ts'
import type { TextMap } from './text-keys.ts'

export type Messages = Record<string, string>

/** The texts of a language as they are used. */
export interface BuiltTexts {
  messages: Messages
  version: string
  instance: i18n
}

export const buildTexts = (locale: string, texts: TextMap): BuiltTexts => {
  const messages = Object.fromEntries(texts)
  const instance = createInstance()
  void instance.init({
    initAsync: false,
    // Chooses the plural forms.
    lng: formatLocale(locale),
    // Keys are flat and include their namespace, on the server as in the browser.
    keySeparator: false,
    nsSeparator: false,
    resources: { [formatLocale(locale)]: { translation: messages } },
    interpolation: interpolationOf(locale),
  })
  const version = createHash('sha256').update(JSON.stringify(messages)).digest('base64url').slice(0, 12)
  return { messages, version, instance }
}
