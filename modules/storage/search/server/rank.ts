import { foldText, placeOf, startsWord, wordsOf } from '../contract/search-text.ts'
import type { Terms } from './tokens.ts'

const points = { wholeName: 100, startOfName: 80, word: 60, startOfWord: 50, inside: 25, misspelt: 10 } as const

/** Letters wrong, missing, too many or swapped with their neighbour between `a` and `b`; gives up beyond `most`. */
export const distance = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, n) => n)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    if (Math.min(...row) > most) return most + 1
    ;[before, last] = [last, row]
  }
  return last[b.length] ?? most + 1
}

/** Errors that a word of this length may have and still be meant. */
const tolerated = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

/** How far the query's word is from the nearest beginning of a word of the name. */
const misspelt = (words: readonly string[], wanted: string): number | null => {
  const most = tolerated(wanted)
  let least = most + 1
  for (const word of most === 0 ? [] : words)
    for (let length = wanted.length - 1; length <= wanted.length + 1 && least > 1; length++)
      least = Math.min(least, distance(wanted, word.slice(0, length), most))
  return least <= most ? least : null
}

const wordPoints = (folded: string, words: readonly string[], wanted: string): number | null => {
  const { at, start } = placeOf(folded, wanted)
  if (at >= 0 && start) {
    const end = at + wanted.length
    return end === folded.length || startsWord(folded, end + 1) ? points.word : points.startOfWord
  }
  if (at >= 0 && wanted.length > 2) return points.inside
  const errors = misspelt(words, wanted)
  return errors === null ? null : points.misspelt - errors
}

/** How well a name answers the query; null when it does not. */
export const scoreOf = (name: string, { text, words, signs }: Terms): number | null => {
  const folded = foldText(name)
  if (!signs.every((sign) => folded.includes(sign))) return null
  const parts = wordsOf(folded)
  let sum = 0
  for (const word of words) {
    const found = wordPoints(folded, parts, word)
    if (found === null) return null
    sum += found
  }
  if (folded === text || folded.replace(/(.)\.[^.]*$/, '$1') === text) return points.wholeName
  if (folded.startsWith(text)) return points.startOfName
  return sum / Math.max(words.length, 1) + (folded.includes(text) ? 1 : 0)
}
