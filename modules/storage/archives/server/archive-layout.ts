import { createHash } from 'node:crypto'
import {
  centralHeaderLengthAt,
  type Entry,
  endOfArchive,
  localHeaderLength,
  localHeaderLengthAt,
  writeCentralHeader,
  writeLocalHeader,
} from './format.ts'
import { HeaderPages } from './header-pages.ts'

const keyLength = 16
const sizeLength = 6
/** Before each local header of a page: where the bytes are, and how many. */
const recordHeadLength = keyLength + sizeLength
const pageLength = 64 << 10

/** Entries that stand together in one page, as offsets in the archive. */
interface Segment {
  /** Of the first entry's local header. */
  start: number
  /** Of the first entry's header, from the start of the central directory. */
  directory: number
}

/** Where an entry is, in its page and in the archive. */
export interface LocatedEntry {
  segment: number
  page: Buffer
  /** Of its record in the page. */
  at: number
  start: number
}

export const headLengthOf = ({ page, at }: LocatedEntry): number => localHeaderLengthAt(page, at + recordHeadLength)
export const sizeOf = ({ page, at }: LocatedEntry): number => page.readUIntLE(at + keyLength, sizeLength)
export const keyOf = ({ page, at }: LocatedEntry): string => page.toString('hex', at, at + keyLength)
export const headOf = ({ page, at }: LocatedEntry): Buffer => page.subarray(at + recordHeadLength)

/** Index of the last element whose offset is not past `position`. */
const lastAt = (segments: readonly Segment[], field: keyof Segment, position: number): number => {
  let low = 0
  let high = segments.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((segments[middle] as Segment)[field] <= position) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * An archive without the bytes of its files: its local headers in pages, and where each page is in the whole. Any
 * position is found by a binary search over the pages; what is written there follows from the headers.
 */
export class ArchiveLayout {
  readonly size: number
  readonly files: number
  /** Over names, sizes, times and the keys of the bytes: another archive has another one. */
  readonly digest: string
  readonly directoryStart: number
  readonly end: Buffer
  private readonly segments: readonly Segment[]
  private readonly pages: HeaderPages
  constructor(facts: {
    segments: readonly Segment[]
    pages: HeaderPages
    count: number
    files: number
    digest: string
    directoryStart: number
    directoryLength: number
  }) {
    this.segments = facts.segments
    this.pages = facts.pages
    this.files = facts.files
    this.digest = facts.digest
    this.directoryStart = facts.directoryStart
    this.end = endOfArchive(facts.count, facts.directoryStart, facts.directoryLength)
    this.size = facts.directoryStart + facts.directoryLength + this.end.length
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
    let found: LocatedEntry = { segment, page, at: 0, start: (this.segments[segment] as Segment).start }
    for (;;) {
      const length = headLengthOf(found)
      const end = found.start + length + sizeOf(found)
      if (position < end) return found
      found = { segment, page, at: found.at + recordHeadLength + length, start: end }
    }
  }

  /** The entry after another one. */
  next(entry: LocatedEntry): LocatedEntry | Promise<LocatedEntry> {
    const { segment, page } = entry
    const length = headLengthOf(entry)
    const at = entry.at + recordHeadLength + length
    const start = entry.start + length + sizeOf(entry)
    return at < page.length ? { segment, page, at, start } : this.findEntry(start)
  }

  /** The part of the central directory that one page of entries makes and that holds `position` of the archive. */
  async directoryAt(position: number): Promise<{ start: number; bytes: Buffer }> {
    const segment = lastAt(this.segments, 'directory', position - this.directoryStart)
    const { start, directory } = this.segments[segment] as Segment
    const end = this.segments[segment + 1]?.directory ?? this.endStart - this.directoryStart
    const page = await this.pages.get(segment)
    const bytes = Buffer.allocUnsafe(end - directory)
    let offset = start
    let to = 0
    for (let at = 0; at < page.length; ) {
      const size = page.readUIntLE(at + keyLength, sizeLength)
      const length = localHeaderLengthAt(page, at + recordHeadLength)
      to += writeCentralHeader(bytes, to, page, at + recordHeadLength, size, offset)
      offset += length + size
      at += recordHeadLength + length
    }
    return { start: this.directoryStart + directory, bytes }
  }

  close(): void {
    this.pages.close()
  }
}

/** Lays entries out, one after the other. */
export class ArchiveLayoutBuilder {
  private readonly segments: Segment[] = []
  private readonly pages: HeaderPages
  private readonly hash = createHash('sha256')
  private page = Buffer.alloc(0)
  private filled = 0
  private offset = 0
  private directory = 0
  private count = 0
  private files = 0
  /** `folder`: for the pages of very large archives. */
  constructor(folder: string) {
    this.pages = new HeaderPages(folder)
  }

  /** `key`: where the bytes of a file are; null for a folder. */
  add(entry: Entry, key: string | null): void {
    const length = recordHeadLength + localHeaderLength(entry)
    if (this.filled + length > this.page.length) {
      this.endPage()
      this.page = Buffer.alloc(Math.max(pageLength, length))
      this.segments.push({ start: this.offset, directory: this.directory })
    }
    const { page, filled: at } = this
    if (key) page.write(key, at, keyLength, 'hex')
    page.writeUIntLE(entry.size, at + keyLength, sizeLength)
    const head = writeLocalHeader(page, at + recordHeadLength, entry)
    this.directory += centralHeaderLengthAt(page, at + recordHeadLength, entry.size, this.offset)
    this.filled += length
    this.offset += head + entry.size
    this.count += 1
    if (key) this.files += 1
  }

  finish(): ArchiveLayout {
    this.endPage()
    return new ArchiveLayout({
      segments: this.segments,
      pages: this.pages,
      count: this.count,
      files: this.files,
      digest: this.hash.digest('hex'),
      directoryStart: this.offset,
      directoryLength: this.directory,
    })
  }

  /** Gives up what was laid out. */
  discard(): void {
    this.pages.close()
  }

  private endPage(): void {
    if (this.filled === 0) return
    const page = Buffer.from(this.page.subarray(0, this.filled))
    this.hash.update(page)
    this.pages.add(page)
    this.filled = 0
  }
}
