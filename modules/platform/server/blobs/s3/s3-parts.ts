/** A part of a multipart upload: number from 1, first byte, and the byte after its last. */
export interface PartRange {
  number: number
  start: number
  end: number
}

/** Files up to this size are stored in one call. S3 requires 5 MiB of each part except the last. */
export const minPartBytes = 8 << 20
const maxPartBytes = 64 << 20
/** Number of parts of one size; then parts grow, because S3 allows 10,000 parts of a file. */
const partsPerSize = 1_000
const maxParts = 10_000

const sizeOf = (number: number): number =>
  Math.min(minPartBytes * 2 ** Math.floor((number - 1) / partsPerSize), maxPartBytes)

const startOf = (number: number): number => {
  let start = 0
  let before = 0
  while (number - 1 - before > partsPerSize && sizeOf(before + 1) < maxPartBytes) {
    start += sizeOf(before + 1) * partsPerSize
    before += partsPerSize
  }
  return start + (number - 1 - before) * sizeOf(before + 1)
}

/** The full part with this number, of a file that is large enough. */
export const partAt = (number: number): PartRange => {
  const start = startOf(number)
  return { number, start, end: start + sizeOf(number) }
}

/** The parts of a file of `size` bytes, at least one. */
export const partsOf = (size: number): PartRange[] => {
  const parts: PartRange[] = []
  do {
    const part = partAt(parts.length + 1)
    parts.push({ ...part, end: Math.min(part.end, size) })
  } while ((parts.at(-1) as PartRange).end < size)
  return parts
}

/** Maximum size of a file in an object store. */
export const maxObjectBytes = partAt(maxParts).end
