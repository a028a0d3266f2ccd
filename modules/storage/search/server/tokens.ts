import { isUnspaced, symbolsOf, wordsOf } from '../contract/search-text.ts'

/** Words and symbols of a folded query. */
export interface SearchTerms {
  /** The folded and trimmed query, compared with whole names. */
  text: string
  words: string[]
  symbols: string[]
}

const maxWords = 8
const maxWordLength = 40
/** Bounds the length of a statement for any query (A71). */
const maxVariants = 48

export const parseTerms = (folded: string): SearchTerms => {
  const text = folded.replace(/\p{Cc}+/gu, ' ').trim()
  const words = [...new Set(wordsOf(text).map((word) => [...word].slice(0, maxWordLength).join('')))]
  return { text, words: words.slice(0, maxWords), symbols: symbolsOf(text).slice(0, maxWords) }
}

/** Letters of a word that may match infix or fuzzily; null for scripts without spaces. */
const spacedLetters = (word: string): string[] | null => {
  const all = [...word]
  return all.some(isUnspaced) ? null : all
}

/** Trigrams that cover the word: every third one and the last. */
const coveringTrigrams = (word: readonly string[]): string[] => {
  const last = word.length - 3
  const starts = new Set(Array.from({ length: Math.ceil(word.length / 3) }, (_, n) => Math.min(n * 3, last)))
  return last < 0 ? [] : [...starts].map((start) => word.slice(start, start + 3).join(''))
}

const headToken = (word: readonly string[]) => `${word.length === 1 ? '  ' : ' '}${word.slice(0, 2).join('')}`

const unspacedTokens = (characters: readonly string[]): string[] =>
  characters.flatMap((character, index) => {
    if (!isUnspaced(character)) return []
    const next = characters[index + 1]
    return next ? [` ${character}${next}`] : [`  ${character}`]
  })

/** Tokens of names that have a word starting with this one. */
const wordStartTokens = (word: string): string[] => {
  const all = [...word]
  return spacedLetters(word) ? [headToken(all), ...coveringTrigrams(all)] : unspacedTokens(all)
}

/** Tokens of names that contain the word anywhere. Short words match at word starts only. */
const wordInfixTokens = (word: string): string[] => {
  const all = spacedLetters(word)
  return all && all.length > 2 ? coveringTrigrams(all) : wordStartTokens(word)
}

const symbolTokens = ({ symbols }: SearchTerms) => symbols.map((symbol) => `  ${symbol}`)

/** Tokens of names in which every query word starts a word. */
export const prefixTokens = (terms: SearchTerms): string[] => [
  ...terms.words.flatMap(wordStartTokens),
  ...symbolTokens(terms),
]

/** Tokens of names that contain every query word; null when they equal `prefixTokens`. */
export const infixTokens = (terms: SearchTerms): string[] | null =>
  terms.words.some((word) => (spacedLetters(word)?.length ?? 0) > 2)
    ? [...terms.words.flatMap(wordInfixTokens), ...symbolTokens(terms)]
    : null

/**
 * Trigrams before and after the wrong letters at `index`: one, or two that are swapped. Null when too little is left.
 */
const tokensAround = (word: readonly string[], index: number, wrongLetters: 1 | 2): string[] | null => {
  const left = word.slice(0, index)
  const right = word.slice(index + wrongLetters)
  const tokens = [...(left.length > 1 ? [headToken(left)] : []), ...coveringTrigrams(left), ...coveringTrigrams(right)]
  if (tokens.some((token) => !token.startsWith(' '))) return tokens
  // A short word keeps the letters at both ends.
  return left.length > 1 && right.length > 1 ? [...tokens, `${right.slice(-2).join('')} `] : null
}

/**
 * One token set per possible position of a typing error. A name close to the query has all tokens of at least one set.
 */
export const fuzzyTokens = (terms: SearchTerms): string[][] =>
  terms.words
    .flatMap((word, n) => {
      const all = spacedLetters(word)
      if (!all || all.length < 4) return []
      const otherTokens = [
        ...terms.words.filter((_, index) => index !== n).flatMap(wordStartTokens),
        ...symbolTokens(terms),
      ]
      return all
        .map((_, index) => tokensAround(all, index, 2) ?? tokensAround(all, index, 1))
        .filter((tokens) => tokens !== null)
        .map((tokens) => [...tokens, ...otherTokens])
    })
    .slice(0, maxVariants)

/** Token of names that equal the query, without extension. */
export const wholeNameToken = (terms: Pick<SearchTerms, 'text'>): string => `=${terms.text}`
export const wholeStemToken = (terms: Pick<SearchTerms, 'text'>): string =>
  `=${terms.text.replace(/(.)\.[^.]*$/, '$1')}`
export const kindToken = (kind: string): string => `kind:${kind}`
