/** Word separators: spaces, symbols and punctuation of any script. */
const separator =
  /[\s\u0020-\u002f\u003a-\u0060\u007b-\u00bf\u060c\u061b\u061f\u2000-\u206f\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020]/

/** Scripts without spaces between words: each character starts a word. */
const unspaced = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\u{20000}-\u{3ffff}]/u
export const isUnspaced = (character: string): boolean => unspaced.test(character)

/** Words of a folded text, in order. */
export const wordsOf = (folded: string): string[] => folded.split(new RegExp(`${separator.source}+`)).filter(Boolean)

/**
 * Symbols of a folded text that are matched literally (`%`, `#`, `&` …); not spaces, dots, dashes and underscores, and no
 * apostrophes, accents alone and quotation marks, which names have in other forms (`’`) and queries around words.
 */
export const symbolsOf = (folded: string): string[] => [
  ...new Set(folded.match(/[!#-&(-,/:-@[-^{-\u00a7\u00a9\u00aa\u00ac-\u00b3\u00b5-\u00ba\u00bc-\u00bf]/g)),
]

/** Whether a word starts at index `at` of a folded text. */
export const startsWord = (folded: string, at: number): boolean =>
  at === 0 || separator.test(folded[at - 1] as string) || isUnspaced(String.fromCodePoint(folded.codePointAt(at) ?? 0))

/** Index of `word` in a folded text, preferring the start of a word; -1 when it does not occur. */
export const findWord = (folded: string, word: string): { at: number; start: boolean } => {
  const first = folded.indexOf(word)
  for (let at = first; at >= 0; at = folded.indexOf(word, at + 1))
    if (startsWord(folded, at)) return { at, start: true }
  return { at: first, start: false }
}
