import { countries, formatLocale } from '../../shared/contract.ts'

/** CZ and SK. */
const listedFirst = 2

/** Countries by name in the reader's language. */
export const countryOptions = (locale: string): { value: string; label: string }[] => {
  const names = new Intl.DisplayNames([formatLocale(locale)], { type: 'region' })
  const named = countries.map((value) => ({ value, label: names.of(value) ?? value }))
  const rest = named.slice(listedFirst).sort((a, b) => a.label.localeCompare(b.label, formatLocale(locale)))
  return [...named.slice(0, listedFirst), ...rest]
}
