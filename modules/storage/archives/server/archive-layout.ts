import { endOfArchive, localHeaderLengthAt, writeCentralHeader } from './format.ts'
import type { HeaderPages } from './header-pages.ts'

export const keyLength = 16
export const sizeLength = 6
/** Precedes each local header in a page: blob key and size of the entry. */
export const recordHeadLength = keyLength + sizeLength

/** Offsets of the entries of one page. */
export interface PageOffsets {
  /** Offset of the first entry's local header in the archive. */
  start: number
  /** Offset of the first entry's header in the central directory. */
  directoryOffset: number
}

/** Position of an entry in its page and in the archive. */
export interface LocatedEntry {
  segment: number
  page: Buffer
  /** Offset of its record in the page. */
  at: number
  /** Offset of its local header in the archive. */
  start: number
}

export const entryHeadLengthOf = ({ page, at }: LocatedEntry): number =>
  localHeaderLengthAt(page, at + recordHeadLength)
export const entrySizeOf = ({ page, at }: LocatedEntry): number => page.readUIntLE(at + keyLength, sizeLength)
export const entryKeyOf = ({ page, at }: LocatedEntry): string => page.toString('hex', at, at + keyLength)
export const entryHeadOf = ({ page, at }: LocatedEntry): Buffer => page.subarray(at + recordHeadLength)

/** Index of the last element whose offset is not past `position`. */
const lastAt = (segments: readonly PageOffsets[], field: keyof PageOffsets, position: number): number => {
  let low = 0
  let high = segments.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((segments[middle] as PageOffsets)[field] <= position) low = middle
    else high = middle - 1
  }
  return low
}

interface LayoutContents {
  segments: readonly PageOffsets[]
  pages: HeaderPages
  /** Entries, folders included. */
  count: number
  files: number
  digest: string
  directoryStart: number
  directoryLength: number
}

/**
 * An archive without the content of its files: its local headers in pages and the offset of each page. A binary search
 * over the pages finds the entry at any position.
 */
export class ArchiveLayout {
  readonly size: number
  readonly files: number
  /** Hash over names, sizes, times and blob keys: archives with different content have different digests. */
  readonly digest: string
  readonly directoryStart: number
  readonly end: Buffer
  private readonly segments: readonly PageOffsets[]
  private readonly pages: HeaderPages
  constructor(contents: LayoutContents) {
    this.segments = contents.segments
    this.pages = contents.pages
    this.files = contents.files
    this.digest = contents.digest
    this.directoryStart = contents.directoryStart
    this.end = endOfArchive(contents.count, contents.directoryStart, contents.directoryLength)
    this.size = contents.directoryStart + contents.directoryLength + this.end.length
  }

  get isEmpty(): boolean {
    return this.directoryStart === 0
  }

  get endStart(): number {
    return this.size - this.end.length
  }

  /** The entry that holds a position before the central directory. */
  async findEntry(position: number): Promise<LocatedEntry> {
    const segment = lastAt(this.segments, 'start', position)
    const page = await this.pages.get(segment)
    let found: LocatedEntry = { segment, page, at: 0, start: (this.segments[segment] as PageOffsets).start }
    for (;;) {
      const length = entryHeadLengthOf(found)
      const end = found.start + length + entrySizeOf(found)
      if (position < end) return found
      found = { segment, page, at: found.at + recordHeadLength + length, start: end }
    }
  }

  /** The entry after another one. */
  next(entry: LocatedEntry): LocatedEntry | Promise<LocatedEntry> {
    const { segment, page } = entry
    const length = entryHeadLengthOf(entry)
    const at = entry.at + recordHeadLength + length
    const start = entry.start + length + entrySizeOf(entry)
    return at < page.length ? { segment, page, at, start } : this.findEntry(start)
  }

  /** The part of the central directory, produced from one page of entries, that contains `position` of the archive. */
  async directoryAt(position: number): Promise<{ start: number; bytes: Buffer }> {
    const segment = lastAt(this.segments, 'directoryOffset', position - this.directoryStart)
    const { start, directoryOffset } = this.segments[segment] as PageOffsets
    const end = this.segments[segment + 1]?.directoryOffset ?? this.endStart - this.directoryStart
    const page = await this.pages.get(segment)
    const bytes = Buffer.allocUnsafe(end - directoryOffset)
    let offset = start
    let to = 0
    for (let at = 0; at < page.length; ) {
      const size = page.readUIntLE(at + keyLength, sizeLength)
      const length = localHeaderLengthAt(page, at + recordHeadLength)
      to += writeCentralHeader(bytes, to, page, at + recordHeadLength, size, offset)
      offset += length + size
      at += recordHeadLength + length
    }
    return { start: this.directoryStart + directoryOffset, bytes }
  }

  close(): void {
    this.pages.close()
  }
}
