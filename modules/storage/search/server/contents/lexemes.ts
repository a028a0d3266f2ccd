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
const termsOf = (word: string, start: string, isPrefix: boolean): string[] =>
  scriptParts(word).flatMap(({ characters, unspaced }) => {
    const text = characters.join('')
    if (!unspaced)
      return characters.length < 2 ? [] : [termOf(start + text, isPrefix && characters.length >= minPrefixLength)]
    if (characters.length === 1) return [termOf(start + text, true)]
    return pairsOf(characters).map((pair) => termOf(start + pair, false))
  })

/** Words that contents must have. */
interface ContentQueries {
  all: string
  /** As `all`, in the sample. */
  sample: string
  /** The words before the last one; null where there are none. */
  first: string | null
}

/**
 * The `tsquery` of an owner's contents with all of these words. The last one may be a beginning, as it may still be typed.
 * Null where none is a word that contents are searched for.
 */
export const contentQueries = (ownerId: string, words: readonly string[]): ContentQueries | null => {
  const tag = tagOf(ownerId)
  const before = words.slice(0, -1)
  const firstFrom = (start: string) => before.flatMap((word) => termsOf(word, start, false))
  const lastFrom = (start: string) => termsOf(words.at(-1) ?? '', start, true)
  const allFrom = (start: string) => [...firstFrom(start), ...lastFrom(start)].join(' & ')
  if (allFrom(tag) === '') return null
  const first = lastFrom(tag).length > 0 ? firstFrom(tag).join(' & ') : ''
  return { all: allFrom(tag), sample: allFrom(`${sampleMark}${tag}`), first: first || null }
}
