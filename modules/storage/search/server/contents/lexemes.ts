import { maxWordLength, pairsOf, scriptParts, wordLimits } from './words.ts'

/** Letters from which on the beginning of a word is enough. */
const minPrefixLength = 3
/** One content in 32 has all of its words a second time with this mark before the tag: the sample (decision 0012). */
const sampleMark = '~'

/**
 * A few letters that begin the words of an owner's contents, so that a search reads no words of others. Two owners may have
 * the same; the statement compares the owners themselves.
 */
const tagOf = (ownerId: string): string =>
  Buffer.from(ownerId.replaceAll('-', ''), 'hex').subarray(0, 6).toString('base64url')

const isSampled = (blobId: string): boolean => Number.parseInt(blobId.slice(-2), 16) < 8

/** Whether the database can keep a word, which the text process may have made up. */
const isWord = (word: unknown): word is string =>
  typeof word === 'string' &&
  word !== '' &&
  [...word].length <= maxWordLength &&
  word.isWellFormed() &&
  !/\p{Cc}/u.test(word)

/** The words as they are stored. */
export const lexemesOf = (blobId: string, ownerId: string, words: readonly unknown[]): string[] => {
  const tag = tagOf(ownerId)
  const tagged = words
    .slice(0, wordLimits.words)
    .filter(isWord)
    .map((word) => `${tag}${word}`)
  return isSampled(blobId) ? [...tagged, ...tagged.map((word) => `${sampleMark}${word}`)] : tagged
}

/** A term of `tsquery`. */
const termOf = (lexeme: string, isPrefix: boolean): string =>
  `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'${isPrefix ? ':*' : ''}`

/** Terms of a word: each pair of characters of scripts without spaces; a single one begins a pair, or is the last. */
const termsOf = (word: string, start: string): string[] =>
  scriptParts(word).flatMap(({ characters, unspaced }) => {
    const text = characters.join('')
    if (!unspaced) return characters.length < 2 ? [] : [termOf(start + text, characters.length >= minPrefixLength)]
    if (characters.length === 1) return [termOf(start + text, true)]
    return pairsOf(characters).map((pair) => termOf(start + pair, false))
  })

/**
 * The `tsquery` of contents with all of these words, or words that begin so, for an owner's contents and for the sample of
 * them; null where none is a word that contents are searched for.
 */
export const contentQueries = (ownerId: string, words: readonly string[]): { all: string; sample: string } | null => {
  const tag = tagOf(ownerId)
  const queryOf = (start: string) => words.flatMap((word) => termsOf(word, start)).join(' & ')
  const all = queryOf(tag)
  return all === '' ? null : { all, sample: queryOf(`${sampleMark}${tag}`) }
}
