import type { SettingInput } from '../../../platform/index.ts'

const entry = /^([A-Z]{2})=(\d{1,2}(?:\.\d{1,4})?)$/

/** Two letters of a country → per cent, as decimal text. */
type TaxRates = Readonly<Record<string, string>>

/** The type of a setting: `DE=19, FR=20`. */
export const taxRates = {
  accepts: 'countries with their rates in per cent such as DE=19, FR=20, or empty',
  input: { kind: 'text' } as SettingInput,
  parse(text: string): TaxRates | undefined {
    const words = text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean)
    const pairs = words.map((word) => entry.exec(word))
    const countries = new Set(pairs.map((pair) => pair?.[1]))
    if (pairs.includes(null) || countries.size < pairs.length) return undefined
    return Object.fromEntries(pairs.map((pair) => [pair?.[1], pair?.[2]]))
  },
  format: (rates: TaxRates): string =>
    Object.entries(rates)
      .map(([country, rate]) => `${country}=${rate}`)
      .join(', '),
}
