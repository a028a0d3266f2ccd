import type { SettingInput } from '../../../platform/index.ts'
import { countries } from '../../../shared/contract.ts'
import { countryCode } from './seller-country.ts'

const entry = /^([A-Z]{2})=(\d{1,2}(?:\.\d{1,4})?)$/

/** Two letters of a country → per cent, as decimal text. */
type TaxRates = Readonly<Record<string, string>>

/** The rates with their codes as they are written; undefined for a text that is no list. */
const writtenRates = (text: string): [code: string, rate: string][] | undefined => {
  const rates: [string, string][] = []
  for (const word of text.split(',').map((part) => part.trim())) {
    if (word === '') continue
    const [, code, rate] = entry.exec(word) ?? []
    if (!code || !rate) return undefined
    rates.push([code, rate])
  }
  return rates
}
const codeOf = (code: string): string => countryCode(code) ?? code

/**
 * The type of a setting: `DE=19, FR=20`. Codes are understood as those of the seller's country are, such as UK. One that no
 * buyer can have is rejected, and was not earlier; so is a country that is named twice, also by two codes.
 */
export const taxRates = {
  accepts: 'countries by their ISO 3166 codes with their rates in per cent such as DE=19, FR=20, or empty',
  input: { kind: 'text' } as SettingInput,
  parse(text: string): TaxRates | undefined {
    const written = writtenRates(text)
    const codes = new Set(written?.map(([code]) => codeOf(code)))
    if (!written || codes.size < written.length || [...codes].some((code) => !countries.includes(code)))
      return undefined
    return Object.fromEntries(written.map(([code, rate]) => [codeOf(code), rate]))
  },
  format: (rates: TaxRates): string =>
    Object.entries(rates)
      .map(([country, rate]) => `${country}=${rate}`)
      .join(', '),
  recover(text: string): TaxRates {
    const written = writtenRates(text) ?? []
    // The rate by the country's own code counts.
    return Object.fromEntries([...written.map(([code, rate]) => [codeOf(code), rate]), ...written])
  },
}
