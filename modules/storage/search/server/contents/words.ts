import { foldText } from '../../../../shared/contract.ts'
import { isUnspaced, wordsOf } from '../../contract/search-text.ts'

/** Characters of a word that count; as of the words of a query. */
export const maxWordLength = 40
/** Longer ones are no words of a language, such as encoded data. */
const maxReadLength = 80
const minWordLength = 2

/** Parts of a word in scripts with and without spaces between words. */
export const scriptParts = (word: string): { characters: string[]; unspaced: boolean }[] => {
  const parts: { characters: string[]; unspaced: boolean }[] = []
  for (const character of word) {
    const unspaced = isUnspaced(character)
    const last = parts.at(-1)
    if (last?.unspaced === unspaced) last.characters.push(character)
    else parts.push({ characters: [character], unspaced })
  }
  return parts
}

/** Pairs of characters that follow each other. */
export const pairsOf = (characters: readonly string[]): string[] =>
  characters.slice(1).map((character, index) => `${characters[index]}${character}`)

/** The terms of a word in a content: itself, or in scripts without spaces each pair of characters and the last one. */
const termsOf = (word: string): string[] => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: words of ASCII need no further look
  if (/^[\x00-\x7f]*$/.test(word))
    return word.length < minWordLength || word.length > maxReadLength ? [] : [word.slice(0, maxWordLength)]
  return scriptParts(word).flatMap(({ characters, unspaced }) => {
    if (unspaced) return [...pairsOf(characters), characters.at(-1) as string]
    const { length } = characters
    return length < minWordLength || length > maxReadLength ? [] : [characters.slice(0, maxWordLength).join('')]
  })
}

/** Letters that end a line within a word: soft hyphens, and what PDFium has for a hyphen there. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: PDFium's mark
const lineHyphen = /[\u00ad\u0002\ufffe]\r?\n?/g
const pieceLength = 32_768

interface WordLimits {
  words: number
  /** Bytes of all words in UTF-8. */
  bytes: number
  /** Characters that are read. */
  characters: number
}

/** Limits of one content. A `tsvector` has at most 1 MB. */
export const wordLimits: WordLimits = { words: 10_000, bytes: 256 << 10, characters: 4 << 20 }

/** Collects the different words of a text that comes in pieces, folded as names are. */
export class Words {
  private readonly found = new Set<string>()
  private rest = ''
  private bytes = 0
  private characters = 0
  private readonly limits: WordLimits
  constructor(limits: WordLimits = wordLimits) {
    this.limits = limits
  }

  get isFull(): boolean {
    const { words, bytes, characters } = this.limits
    return this.found.size >= words || this.bytes >= bytes || this.characters >= characters
  }

  /** Words may go on in the next piece. */
  add(text: string): void {
    this.rest += text
    while (this.rest.length >= pieceLength && !this.isFull) {
      const piece = this.rest.slice(0, pieceLength)
      const end = Math.max(piece.lastIndexOf(' '), piece.lastIndexOf('\n')) + 1 || pieceLength
      this.take(piece.slice(0, end))
      this.rest = this.rest.slice(end)
    }
  }

  end(): string[] {
    if (!this.isFull) this.take(this.rest)
    this.rest = ''
    return [...this.found]
  }

  private take(text: string): void {
    this.characters += text.length
    const readable = text
      .toWellFormed()
      .replace(lineHyphen, '')
      .replace(/\p{Cc}/gu, ' ')
    for (const word of wordsOf(foldText(readable)))
      for (const term of termsOf(word)) {
        if (this.found.has(term)) continue
        const { words, bytes } = this.limits
        const length = Buffer.byteLength(term)
        if (this.found.size >= words || this.bytes + length > bytes) return
        this.found.add(term)
        this.bytes += length
      }
  }
}
