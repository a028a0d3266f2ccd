import type { SettingInput } from '../../../platform/index.ts'
import { countries } from '../../../shared/contract.ts'

const entry = /^([A-Z]{2})=(\d{1,2}(?:\.\d{1,4})?)$/

/** Two letters of a country → per cent, as decimal text. */
type TaxRates = Readonly<Record<string, string>>

/** Undefined for a text that is no list, or names a country twice. */
const ratesOf = (text: string): TaxRates | undefined => {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
  const pairs = words.map((word) => entry.exec(word))
  const named = new Set(pairs.map((pair) => pair?.[1]))
  if (pairs.includes(null) || named.size < pairs.length) return undefined
  return Object.fromEntries(pairs.map((pair) => [pair?.[1], pair?.[2]]))
}

/** The type of a setting: `DE=19, FR=20`. A code that no buyer can have, such as UK, is rejected, and was not earlier. */
export const taxRates = {
  accepts: 'countries by their ISO 3166 codes with their rates in per cent such as DE=19, FR=20, or empty',
  input: { kind: 'text' } as SettingInput,
  parse(text: string): TaxRates | undefined {
    const rates = ratesOf(text)
    return rates && Object.keys(rates).every((code) => countries.includes(code)) ? rates : undefined
  },
  format: (rates: TaxRates): string =>
    Object.entries(rates)
      .map(([country, rate]) => `${country}=${rate}`)
      .join(', '),
  recover: (text: string): TaxRates => ratesOf(text) ?? {},
}
