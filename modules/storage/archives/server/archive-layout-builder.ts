import { createHash } from 'node:crypto'
import { ArchiveLayout, keyLength, type PageOffsets, recordHeadLength, sizeLength } from './archive-layout.ts'
import { centralHeaderLengthAt, localHeaderLength, writeLocalHeader, type ZipHeaderFields } from './format.ts'
import { HeaderPages } from './header-pages.ts'

const pageLength = 64 << 10

/** Builds the layout of an archive, entry by entry. */
export class ArchiveLayoutBuilder {
  private readonly segments: PageOffsets[] = []
  private readonly pages: HeaderPages
  private readonly hash = createHash('sha256')
  private page = Buffer.alloc(0)
  private filled = 0
  private offset = 0
  private directoryBytes = 0
  private count = 0
  private files = 0
  /** `folder`: where pages of very large layouts are written. */
  constructor(folder: string) {
    this.pages = new HeaderPages(folder)
  }

  /** `key`: blob key of a file; null for a folder. */
  add(entry: ZipHeaderFields, key: string | null): void {
    const length = recordHeadLength + localHeaderLength(entry)
    if (this.filled + length > this.page.length) {
      this.endPage()
      this.page = Buffer.alloc(Math.max(pageLength, length))
      this.segments.push({ start: this.offset, directoryOffset: this.directoryBytes })
    }
    const { page, filled: at } = this
    if (key) page.write(key, at, keyLength, 'hex')
    page.writeUIntLE(entry.size, at + keyLength, sizeLength)
    const head = writeLocalHeader(page, at + recordHeadLength, entry)
    this.directoryBytes += centralHeaderLengthAt(page, at + recordHeadLength, entry.size, this.offset)
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
      directoryLength: this.directoryBytes,
    })
  }

  /** Discards the entries added so far. */
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
