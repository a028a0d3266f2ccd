import { createInstance, type i18n } from 'i18next'

export type BrowserI18n = i18n

/** Loads the flat texts of a locale (kept by the browser under their version) and makes an i18next of them. */
export const loadTranslations = async (locale: string, version: string): Promise<i18n> => {
  const response = await fetch(`/translations/${locale}?v=${version}`, { credentials: 'same-origin' })
  if (!response.ok) throw new Error(`texts of ${locale}: ${response.status}`)
  const instance = createInstance()
  await instance.init({
    initAsync: false,
    lng: locale,
    keySeparator: false,
    nsSeparator: false,
    resources: { [locale]: { translation: (await response.json()) as Record<string, string> } },
    interpolation: { escapeValue: false },
  })
  return instance
}
