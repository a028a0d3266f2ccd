import { createInstance, type i18n } from 'i18next'

export type BrowserI18n = i18n

/** Before further tries, ms: without its texts a page never comes to life, and a line may fail for a moment. */
const usual: readonly number[] = [300, 1_000, 3_000, 9_000]

type Texts = Record<string, string>

const fetchTexts = async (address: string, [pause, ...later]: readonly number[]): Promise<Texts> => {
  let status = 0
  try {
    const response = await fetch(address, { credentials: 'same-origin' })
    status = response.status
    if (!response.ok) throw new Error(`${address}: ${status}`)
    return (await response.json()) as Texts
  } catch (error) {
    const refused = status >= 400 && status < 500 && status !== 429
    if (pause === undefined || refused) throw error
  }
  await new Promise((resolve) => setTimeout(resolve, pause))
  return fetchTexts(address, later)
}

/** Loads the flat texts of a locale (kept by the browser under their version) and makes an i18next of them. */
export const loadTranslations = async (locale: string, version: string, pauses = usual): Promise<i18n> => {
  const translation = await fetchTexts(`/translations/${locale}?v=${version}`, pauses)
  const instance = createInstance()
  await instance.init({
    initAsync: false,
    lng: locale,
    keySeparator: false,
    nsSeparator: false,
    resources: { [locale]: { translation } },
    interpolation: { escapeValue: false },
  })
  return instance
}
