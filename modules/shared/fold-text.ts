/**
 * Combining marks and elongation, which the search ignores. Equals the database's `search_fold`; a test compares them.
 */
const combiningMarks =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u3099\u309a]/g

const letterForms: Record<string, string> = {
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
  ک: 'ك',
  ی: 'ي',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}
const letterPattern = new RegExp(`[${Object.keys(letterForms).join('')}]`, 'g')

/**
 * Normalizes a name or query for comparison: case, accents and letter forms. The same in every language, as people also
 * search for names in other languages: `İ`, `I`, `ı` and `i` are one letter. Idempotent.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(combiningMarks, '')
    .replace(letterPattern, (letter) => letterForms[letter] as string)
