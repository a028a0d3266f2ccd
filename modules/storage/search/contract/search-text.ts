/** Accents, vowel signs, stretching: aside for the search. As in the database's `search_fold`, which a test compares. */
const marks =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u3099\u309a]/g

const letters: Record<string, string> = {
  ...{ ı: 'i', ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ς: 'σ', ى: 'ي', ة: 'ه', ک: 'ك', ی: 'ي' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
}
const special = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')

/** A name or query as the search compares it: case, accents and forms of letters aside. Idempotent. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(marks, '')
    .replace(special, (letter) => letters[letter] as string)

/** What stands between words: blanks, signs, punctuation of any script. */
const between =
  /[\s\u0020-\u002f\u003a-\u0060\u007b-\u00bf\u060c\u061b\u061f\u2000-\u206f\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020]/

/** Scripts without blanks between words: every character begins one. */
const unspaced = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\u{20000}-\u{3ffff}]/u
export const isUnspaced = (character: string): boolean => unspaced.test(character)

/** Words of a folded text, in order. */
export const wordsOf = (folded: string): string[] => folded.split(new RegExp(`${between.source}+`)).filter(Boolean)

/** Signs of a folded text that are looked for literally (`%`, `#`, `&` …); blanks, dots, dashes and underscores are not. */
export const signsOf = (folded: string): string[] => [
  ...new Set(folded.match(/[\u0021-\u002c\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u00bf]/g)),
]

/** True where a word begins at `at` of a folded text. */
export const startsWord = (folded: string, at: number): boolean =>
  at === 0 || between.test(folded[at - 1] as string) || isUnspaced(String.fromCodePoint(folded.codePointAt(at) ?? 0))

/** Where `word` stands in a folded text, at the start of a word if it can be; -1 when nowhere. */
export const placeOf = (folded: string, word: string): { at: number; start: boolean } => {
  const first = folded.indexOf(word)
  for (let at = first; at >= 0; at = folded.indexOf(word, at + 1))
    if (startsWord(folded, at)) return { at, start: true }
  return { at: first, start: false }
}
