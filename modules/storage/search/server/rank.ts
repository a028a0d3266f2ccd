import { foldText } from '../../../shared/contract.ts'
import { findWord, startsWord, wordsOf } from '../contract/search-text.ts'
import type { SearchTerms } from './tokens.ts'

const points = { wholeName: 100, startOfName: 80, word: 60, startOfWord: 50, inside: 25, fuzzy: 10 } as const

/** Damerau-Levenshtein distance (insert, delete, replace, swap) of `a` and `b`; `maxDistance + 1` when above it. */
const editDistance = (a: string, b: string, maxDistance: number): number => {
  if (Math.abs(a.length - b.length) > maxDistance) return maxDistance + 1
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, n) => n)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const equal = a[i - 1] === b[j - 1]
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (equal ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1)
      row.push(best)
    }
    if (Math.min(...row) > maxDistance) return maxDistance + 1
    ;[before, last] = [last, row]
  }
  return last[b.length] ?? maxDistance + 1
}

/** Typing errors tolerated in a word of this length. */
const maxErrors = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

/** Distance of the query word to the nearest word prefix of the name; null above the tolerance. */
const fuzzyDistance = (words: readonly string[], queryWord: string): number | null => {
  const maxDistance = maxErrors(queryWord)
  let best = maxDistance + 1
  for (const word of maxDistance === 0 ? [] : words)
    for (let length = queryWord.length - 1; length <= queryWord.length + 1 && best > 1; length++)
      best = Math.min(best, editDistance(queryWord, word.slice(0, length), maxDistance))
  return best <= maxDistance ? best : null
}

const wordPoints = (folded: string, words: readonly string[], queryWord: string): number | null => {
  const { at, start } = findWord(folded, queryWord)
  if (at >= 0 && start) {
    const end = at + queryWord.length
    return end === folded.length || startsWord(folded, end + 1) ? points.word : points.startOfWord
  }
  if (at >= 0 && queryWord.length > 2) return points.inside
  const errors = fuzzyDistance(words, queryWord)
  return errors === null ? null : points.fuzzy - errors
}

/** Score of a name for the query; null when it does not match. */
export const nameScore = (name: string, { text, words, symbols }: SearchTerms): number | null => {
  const folded = foldText(name)
  if (!symbols.every((symbol) => folded.includes(symbol))) return null
  const nameWords = wordsOf(folded)
  let sum = 0
  for (const word of words) {
    const wordScore = wordPoints(folded, nameWords, word)
    if (wordScore === null) return null
    sum += wordScore
  }
  if (folded === text || folded.replace(/(.)\.[^.]*$/, '$1') === text) return points.wholeName
  if (folded.startsWith(text)) return points.startOfName
  return sum / Math.max(words.length, 1) + (folded.includes(text) ? 1 : 0)
}
