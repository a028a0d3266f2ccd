import { foldText } from '../../../shared/contract.ts'
import { findWord, wordsOf } from '../contract.ts'

interface TextPiece {
  text: string
  hit: boolean
}

/** Splits a name into matching and other pieces. Ignores case and accents. */
export const highlightPieces = (name: string, query: string): TextPiece[] => {
  const letters = [...name]
  // Folding may turn one letter into two (ß) or none (a combining accent).
  const folded = letters.map(foldText)
  const whole = folded.join('')
  // One for each UTF-16 unit, which the positions in `whole` count.
  const owners = folded.flatMap((text, index) => Array.from({ length: text.length }, () => index))
  const hits = new Set<number>()
  for (const word of wordsOf(foldText(query))) {
    const { at } = findWord(whole, word)
    if (at >= 0) for (let n = at; n < at + word.length; n++) hits.add(owners[n] as number)
  }
  const pieces: TextPiece[] = []
  for (const [index, text] of letters.entries()) {
    const hit = hits.has(index)
    const last = pieces.at(-1)
    if (last && last.hit === hit) last.text += text
    else pieces.push({ text, hit })
  }
  return pieces
}
