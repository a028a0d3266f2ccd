import { createInstance, type i18n } from 'i18next'
import { formatLocale, interpolationOf } from '../../shared/contract.ts'

export type BrowserI18n = i18n

/** Delays before retries, ms: a page cannot hydrate without its texts, and networks fail for moments. */
const retryDelaysMs: readonly number[] = [300, 1_000, 3_000, 9_000]

type Texts = Record<string, string>

const fetchTexts = async (url: string, [delayMs, ...laterDelays]: readonly number[]): Promise<Texts> => {
  let status = 0
  try {
    const response = await fetch(url)
    status = response.status
    if (!response.ok) throw new Error(`${url}: ${status}`)
    return (await response.json()) as Texts
  } catch (error) {
    const rejected = status >= 400 && status < 500 && status !== 429
    if (delayMs === undefined || rejected) throw error
  }
  await new Promise((resolve) => setTimeout(resolve, delayMs))
  return fetchTexts(url, laterDelays)
}

/** Loads the flat texts of a locale (cached by the browser under their version) and creates an i18next instance. */
export const loadTranslations = async (locale: string, version: string, delays = retryDelaysMs): Promise<i18n> => {
  const translation = await fetchTexts(`/translations/${locale}?v=${version}`, delays)
  const instance = createInstance()
  await instance.init({
    initAsync: false,
    lng: formatLocale(locale),
    keySeparator: false,
    nsSeparator: false,
    resources: { [formatLocale(locale)]: { translation } },
    interpolation: interpolationOf(locale),
  })
  return instance
}
