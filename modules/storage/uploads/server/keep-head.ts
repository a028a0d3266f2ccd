import { headSize } from './sniff.ts'

/** Passes pieces on, and keeps the first bytes in `memory` for the detection of the file's type. */
export async function* keepHead(pieces: AsyncIterable<Buffer>, memory: { head: Buffer | null }): AsyncIterable<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const piece of pieces) {
    if (size < headSize) {
      parts.push(Buffer.from(piece.subarray(0, headSize - size)))
      size += piece.length
    }
    yield piece
  }
  memory.head = Buffer.concat(parts)
}
