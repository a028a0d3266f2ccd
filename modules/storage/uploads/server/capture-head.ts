import { headSize } from './sniff.ts'

/** Passes the pieces of a whole file on, and sets `kept.head` to its first bytes, for the detection of its type. */
export async function* captureHead(
  pieces: AsyncIterable<Buffer>,
  kept: { head: Buffer | null },
): AsyncIterable<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const piece of pieces) {
    if (size < headSize) {
      parts.push(Buffer.from(piece.subarray(0, headSize - size)))
      size += piece.length
    }
    yield piece
  }
  kept.head = Buffer.concat(parts)
}
