import type { BlobStore, OpenBlob } from '../../../platform/index.ts'
import {
  type ArchiveLayout,
  entryHeadLengthOf,
  entryHeadOf,
  entryKeyOf,
  entrySizeOf,
  type LocatedEntry,
} from './archive-layout.ts'

/** Files up to this size are read whole, in batches. */
const smallFileBytes = 256 << 10
/** Files per batch, so that other work of the process runs between batches and threads can start with the first one. */
const maxBatchedReads = 64

/** A part of the archive that serves several reads: a small file or a part of the directory. */
interface Piece {
  start: number
  bytes: Buffer
}

/**
 * Produces the bytes of an archive while they are read: headers from the layout, files from the blob store. Sequential
 * reads continue at the last entry. Throws when a file is missing or short, so that no archive is sent with a gap.
 */
export class ArchiveReader implements OpenBlob {
  readonly size: number
  private readonly layout: ArchiveLayout
  private readonly blobs: Pick<BlobStore, 'open' | 'readSmall'>
  private entry: LocatedEntry | null = null
  private opened: { start: number; blob: OpenBlob } | null = null
  private piece: Piece | null = null
  private batch: { key: string; into: Buffer }[] = []
  private reads: Promise<void>[] = []
  constructor(layout: ArchiveLayout, blobs: Pick<BlobStore, 'open' | 'readSmall'>) {
    this.layout = layout
    this.blobs = blobs
    this.size = layout.size
  }

  async read(into: Buffer, position: number): Promise<number> {
    const wanted = Math.max(Math.min(into.length, this.size - position), 0)
    try {
      for (let filled = 0; filled < wanted; ) {
        const room = into.subarray(filled, wanted)
        const some = this.readNext(room, position + filled)
        filled += typeof some === 'number' ? some : await some
      }
      this.flushBatch()
    } finally {
      // All writes into the buffer end before the caller gets it back, also after an error.
      await this.finishReads()
    }
    return wanted
  }

  /** Call it after the last read has ended. */
  release(): void {
    this.opened?.blob.release()
    this.opened = null
  }

  /** Fills at least one byte of `room`; small files are only queued for `flushBatch`. */
  private readNext(room: Buffer, position: number): number | Promise<number> {
    const { layout } = this
    if (position >= layout.endStart) return layout.end.copy(room, 0, position - layout.endStart)
    if (position >= layout.directoryStart) return this.readDirectory(room, position)
    const entry = this.entryAt(position)
    return entry instanceof Promise
      ? entry.then((located) => this.readEntry(located, room, position))
      : this.readEntry(entry, room, position)
  }

  private async readDirectory(room: Buffer, position: number): Promise<number> {
    if (!this.covers(position)) this.piece = await this.layout.directoryAt(position)
    return this.copyPiece(room, position)
  }

  private readEntry(entry: LocatedEntry, room: Buffer, position: number): number | Promise<number> {
    this.entry = entry
    const head = entryHeadLengthOf(entry)
    const within = position - entry.start
    if (within < head) return entryHeadOf(entry).copy(room, 0, within, head)
    return this.readFile(entry, room, within - head, position)
  }

  private readFile(entry: LocatedEntry, room: Buffer, from: number, position: number): number | Promise<number> {
    const size = entrySizeOf(entry)
    const part = room.subarray(0, Math.min(room.length, size - from))
    if (size > smallFileBytes) return this.readLarge(entry, part, from)
    if (part.length < size) return this.readPart(entry, part, position - from, position)
    this.batch.push({ key: entryKeyOf(entry), into: part })
    if (this.batch.length >= maxBatchedReads) this.flushBatch()
    return size
  }

  /** Reads a part of a small file that does not fit into the buffer. */
  private async readPart(entry: LocatedEntry, part: Buffer, start: number, position: number): Promise<number> {
    if (!this.covers(position)) {
      const bytes = Buffer.allocUnsafe(entrySizeOf(entry))
      await this.blobs.readSmall([{ key: entryKeyOf(entry), into: bytes }])
      this.piece = { start, bytes }
    }
    return this.copyPiece(part, position)
  }

  private async readLarge(entry: LocatedEntry, part: Buffer, from: number): Promise<number> {
    if (this.opened?.start !== entry.start) {
      this.release()
      const blob = await this.blobs.open(entryKeyOf(entry), { start: from, end: entrySizeOf(entry) - 1 })
      this.opened = { start: entry.start, blob }
      if (blob.size !== entrySizeOf(entry)) throw new Error('length of the blob differs from its row')
    }
    const bytes = await this.opened.blob.read(part, from)
    if (bytes === 0) throw new Error('blob is shorter than its row')
    if (from + bytes === entrySizeOf(entry)) this.release()
    return bytes
  }

  private flushBatch(): void {
    const files = this.batch
    if (files.length === 0) return
    this.batch = []
    const read = this.blobs.readSmall(files)
    // `finishReads` throws the error; other reads may be awaited before this one.
    read.catch(() => undefined)
    this.reads.push(read)
  }

  private async finishReads(): Promise<void> {
    const reads = this.reads
    this.reads = []
    for (const read of await Promise.allSettled(reads)) if (read.status === 'rejected') throw read.reason
  }

  private entryAt(position: number): LocatedEntry | Promise<LocatedEntry> {
    const { entry, layout } = this
    if (!entry || position < entry.start) return layout.findEntry(position)
    const end = entry.start + entryHeadLengthOf(entry) + entrySizeOf(entry)
    if (position < end) return entry
    return position === end ? layout.next(entry) : layout.findEntry(position)
  }

  private covers(position: number): boolean {
    const { piece } = this
    return piece !== null && position >= piece.start && position < piece.start + piece.bytes.length
  }

  private copyPiece(room: Buffer, position: number): number {
    const { start, bytes } = this.piece as Piece
    return bytes.copy(room, 0, position - start)
  }
}
