import { isUnspaced, signsOf, wordsOf } from '../contract/search-text.ts'

/** What a query asks for: words and signs of its folded text. */
export interface Terms {
  /** The whole query, folded and trimmed: compared with whole names. */
  text: string
  words: string[]
  signs: string[]
}

const maxWords = 8
const maxWordLength = 40
/** Statements stay short whatever is asked (A71). */
const maxVariants = 48

export const termsOf = (folded: string): Terms => {
  const text = folded.replace(/\p{Cc}+/gu, ' ').trim()
  const words = [...new Set(wordsOf(text).map((word) => [...word].slice(0, maxWordLength).join('')))]
  return { text, words: words.slice(0, maxWords), signs: signsOf(text).slice(0, maxWords) }
}

/** Whether the word may also stand within another, and be misspelt. */
const letters = (word: string): string[] | null => {
  const all = [...word]
  return all.some(isUnspaced) ? null : all
}

/** Trigrams that together cover the word: every third, and the last. */
const cover = (word: readonly string[]): string[] => {
  const last = word.length - 3
  const starts = new Set(Array.from({ length: Math.ceil(word.length / 3) }, (_, n) => Math.min(n * 3, last)))
  return last < 0 ? [] : [...starts].map((at) => word.slice(at, at + 3).join(''))
}

const head = (word: readonly string[]) => `${word.length === 1 ? '  ' : ' '}${word.slice(0, 2).join('')}`

const unspacedTokens = (characters: readonly string[]): string[] =>
  characters.flatMap((character, at) => {
    if (!isUnspaced(character)) return []
    const next = characters[at + 1]
    return next ? [` ${character}${next}`] : [`  ${character}`]
  })

/** Tokens of names in which the word begins a word. */
const headTokens = (word: string): string[] => {
  const all = [...word]
  return letters(word) ? [head(all), ...cover(all)] : unspacedTokens(all)
}

/** Tokens of names that contain the word anywhere. Short words are looked for at starts only. */
const innerTokens = (word: string): string[] => {
  const all = letters(word)
  return all && all.length > 2 ? cover(all) : headTokens(word)
}

const signTokens = ({ signs }: Terms) => signs.map((sign) => `  ${sign}`)

/** The set of tokens that names have in which every word begins a word. */
export const beginnings = (terms: Terms): string[] => [...terms.words.flatMap(headTokens), ...signTokens(terms)]

/** The set of tokens that names have which contain every word; null when that says no more than `beginnings`. */
export const insides = (terms: Terms): string[] | null =>
  terms.words.some((word) => (letters(word)?.length ?? 0) > 2)
    ? [...terms.words.flatMap(innerTokens), ...signTokens(terms)]
    : null

/**
 * What is left of a word when a wrong letter stands at `at`: the trigrams before and behind it. `wide` leaves two
 * letters out, for letters that changed places. Null when too little is left to look for.
 */
const around = (word: readonly string[], at: number, wide: boolean): string[] | null => {
  const left = word.slice(0, at)
  const right = word.slice(at + (wide ? 2 : 1))
  const tokens = [...(left.length > 1 ? [head(left)] : []), ...cover(left), ...cover(right)]
  if (tokens.some((token) => !token.startsWith(' '))) return tokens
  // Short words: the letters at both ends.
  return left.length > 1 && right.length > 1 ? [...tokens, `${right.slice(-2).join('')} `] : null
}

/** Sets of tokens, one per place of a typing error: a name close to the query has at least one of them whole. */
export const misspellings = (terms: Terms): string[][] =>
  terms.words
    .flatMap((word, n) => {
      const all = letters(word)
      if (!all || all.length < 4) return []
      const others = [...terms.words.filter((_, other) => other !== n).flatMap(headTokens), ...signTokens(terms)]
      return all
        .map((_, at) => around(all, at, true) ?? around(all, at, false))
        .filter((tokens) => tokens !== null)
        .map((tokens) => [...tokens, ...others])
    })
    .slice(0, maxVariants)

/** The token of names that are exactly this, extension aside. */
export const wholeName = (terms: Terms): string => `=${terms.text}`
export const wholeStem = (terms: Terms): string => `=${terms.text.replace(/(.)\.[^.]*$/, '$1')}`
export const kindToken = (kind: string): string => `kind:${kind}`
