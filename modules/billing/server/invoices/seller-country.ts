import { localesBelow, type SettingInput } from '../../../platform/index.ts'
import { countries, formatLocale } from '../../../shared/contract.ts'

const folded = (text: string): string => text.trim().normalize('NFC').toLowerCase()

const styles = ['long', 'short'] as const
const namesIn = (codes: readonly string[], language: string) =>
  styles.flatMap((style) => {
    const names = new Intl.DisplayNames([formatLocale(language)], { type: 'region', style })
    return codes.map((code) => [folded(names.of(code) ?? code), code] as const)
  })

/** Former and other common names, in English; Greece by the prefix of its VAT numbers. */
const aliases = {
  el: 'GR',
  'czech republic': 'CZ',
  'great britain': 'GB',
  holland: 'NL',
  turkey: 'TR',
  'united states of america': 'US',
}

let read: ReadonlyMap<string, string> | undefined
/**
 * Name → code: in each language of Coffer and in that of the country, long and short (UK). Read when it is first
 * needed.
 */
const codesByName = (): ReadonlyMap<string, string> => {
  read ??= new Map([
    ...countries.flatMap((code) => namesIn([code], new Intl.Locale(`und-${code}`).maximize().language)),
    ...localesBelow().flatMap((language) => namesIn(countries, language)),
    ...Object.entries(aliases),
  ])
  return read
}

/** The ISO 3166 code of a country that is written as a code, such as UK too, or as a name; undefined: it is none. */
export const countryCode = (text: string): string | undefined => {
  const code = text.trim().toUpperCase()
  return code === '' || countries.includes(code) ? code : codesByName().get(folded(text))
}

/**
 * The type of a setting: the ISO 3166 code of a country. Its name is understood too, as it is what people write, and what
 * earlier versions stored; a text of theirs that is none stays on invoices.
 */
export const sellerCountry = {
  accepts: 'a country by its ISO 3166 code, such as DE, or by its name, or empty',
  input: { kind: 'country' } as SettingInput,
  parse: countryCode,
  format: (code: string): string => code,
  recover: (text: string): string => text,
}
