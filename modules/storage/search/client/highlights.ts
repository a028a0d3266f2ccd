import { foldText, placeOf, wordsOf } from '../contract.ts'

export interface Piece {
  text: string
  hit: boolean
}

/** A name in pieces, those that the query's words matched marked, whatever their case and accents. */
export const markedPieces = (name: string, query: string): Piece[] => {
  const letters = [...name]
  // Folding may make two letters of one (ß) or none (an accent by itself).
  const folded = letters.map(foldText)
  const whole = folded.join('')
  const owners = folded.flatMap((text, index) => Array.from(text, () => index))
  const hits = new Set<number>()
  for (const word of wordsOf(foldText(query))) {
    const { at } = placeOf(whole, word)
    if (at >= 0) for (let n = at; n < at + word.length; n++) hits.add(owners[n] as number)
  }
  const pieces: Piece[] = []
  for (const [index, text] of letters.entries()) {
    const hit = hits.has(index)
    const last = pieces.at(-1)
    if (last && last.hit === hit) last.text += text
    else pieces.push({ text, hit })
  }
  return pieces
}
