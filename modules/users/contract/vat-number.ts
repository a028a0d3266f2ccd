/** VAT numbers of the EU without their country, by the Commission's list (VIES). Greece is EL. */
const euFormats: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d[A-Z\d+*]\d{5}[A-Z]|\d{7}[A-W][A-I])$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z\d+*]{10}\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
}
const anywhere = /^[A-Z\d]{4,20}$/

/**
 * A VAT number in capitals without spaces, dots and dashes; null when it lacks the format of its country. Whether the number
 * is assigned to anybody is not checked: only the country's tax office knows.
 */
export const normalVatNumber = (text: string): string | null => {
  const number = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.\-/]/g, '')
  const format = euFormats[number.slice(0, 2)]
  return (format ? format.test(number.slice(2)) : anywhere.test(number)) ? number : null
}

/** ISO 3166 code of the EU country whose VAT number it is; null: of none. */
export const euCountryOf = (vatNumber: string): string | null => {
  const prefix = vatNumber.slice(0, 2)
  if (!euFormats[prefix]?.test(vatNumber.slice(2))) return null
  return prefix === 'EL' ? 'GR' : prefix
}
