import { type BlobStore, MemoryBudget, type StagedFile } from '../../../platform/index.ts'
import { storageErrors } from '../../tree/index.ts'
import { release, writeChunk } from './writer.ts'

/** Memory of all bodies that are being received and kept there at a time. */
const maxReceivedBytes = 16 << 20
/** Memory of bodies that are put together in one buffer, to be stored with the next commit. */
const maxWholeBytes = 16 << 20
/** Shorter bodies are not counted for that. */
const uncountedBytes = 64 << 10
/** Bytes of one body that are kept in memory at most. */
const maxInMemoryBytes = 1 << 20
const readBytes = 256 << 10

const received = new MemoryBudget(maxReceivedBytes)
const whole = new MemoryBudget(maxWholeBytes)

export interface SpoolOptions {
  /** Called with the bytes received so far; throws to refuse more. */
  check(bytes: number): void
  /** Bytes kept in memory at most. */
  maxInMemoryBytes?: number
  /** See `ChunkBody`. */
  disposable: boolean
}

/**
 * A body that was received whole. It lies in memory as far as the process has room for it, else in a staged file, so that
 * the number of slow senders does not decide how much memory they take (R13). `end` frees both.
 */
export class Spooled {
  size = 0
  private memory: Buffer[] = []
  private counted = 0
  private countedWhole = 0
  /** What `bytes` made, and nobody else holds. */
  private joined: Buffer | null = null
  private file: StagedFile | null = null
  private readonly key: string
  private readonly blobs: BlobStore
  private readonly options: SpoolOptions

  private constructor(blobs: BlobStore, options: SpoolOptions) {
    this.blobs = blobs
    this.key = blobs.newKey()
    this.options = options
  }

  /** Reads all pieces. What `check` or the disk throws ends it, and leaves nothing. */
  static async receive(pieces: AsyncIterable<Buffer>, blobs: BlobStore, options: SpoolOptions): Promise<Spooled> {
    const spooled = new Spooled(blobs, options)
    const iterator = pieces[Symbol.asyncIterator]()
    try {
      const first = await spooled.fill(iterator)
      if (first) await spooled.spill(first, iterator)
      return spooled
    } catch (error) {
      await spooled.end()
      throw error
    } finally {
      await iterator.return?.()
    }
  }

  /** Bytes that are in memory anyway, and counted by whoever holds them. */
  static of(bytes: Buffer, blobs: BlobStore): Spooled {
    const spooled = new Spooled(blobs, { check: () => undefined, disposable: false })
    spooled.memory = [bytes]
    spooled.size = bytes.length
    return spooled
  }

  /** All bytes, from the beginning, as often as wanted. */
  async *pieces(): AsyncIterable<Buffer> {
    yield* this.memory
    for (let at = 0; this.file && at < this.size; ) {
      const piece = Buffer.allocUnsafeSlow(Math.min(readBytes, this.size - at))
      const bytes = await this.file.read(piece, at)
      if (bytes === 0) throw storageErrors.fail('bad-chunk')
      yield piece.subarray(0, bytes)
      at += bytes
    }
  }

  /** All bytes in one buffer, valid until `end`. For small files and bundles only: at most 16 MiB. */
  async bytes(): Promise<Buffer> {
    const [only] = this.memory
    if (!this.file && only && this.memory.length === 1) return only
    if (this.size > uncountedBytes && !whole.tryTake(this.size)) await whole.take(this.size)
    this.countedWhole = this.size > uncountedBytes ? this.size : 0
    const all = Buffer.allocUnsafeSlow(this.size)
    let at = 0
    for await (const piece of this.pieces()) {
      at += piece.copy(all, at)
      if (this.file || this.options.disposable) release(piece)
    }
    if (!this.file) this.memory = [all]
    this.joined = all
    return all
  }

  async end(): Promise<void> {
    if (this.joined) release(this.joined)
    else if (this.options.disposable) this.memory.forEach(release)
    this.joined = null
    this.memory = []
    received.give(this.counted)
    whole.give(this.countedWhole)
    this.counted = 0
    this.countedWhole = 0
    const { file } = this
    if (!file) return
    this.file = null
    await file.close()
    await this.blobs.discard(this.key)
  }

  /** Takes pieces into memory; resolves with the first that has no room there, or null at the end. */
  private async fill(iterator: AsyncIterator<Buffer>): Promise<Buffer | null> {
    const most = this.options.maxInMemoryBytes ?? maxInMemoryBytes
    for (;;) {
      const { done, value } = await iterator.next()
      if (done) return null
      this.count(value)
      if (this.size > most || !received.tryTake(value.length)) return value
      this.counted += value.length
      this.memory.push(value)
    }
  }

  /** Writes what is in memory to a staged file, then this piece and all that follow. */
  private async spill(first: Buffer, iterator: AsyncIterator<Buffer>): Promise<void> {
    await this.blobs.ensureRoom(this.size)
    this.file = await this.blobs.stage(this.key)
    await writeChunk({
      file: this.file,
      offset: 0,
      pieces: this.spilled(first, iterator),
      disposable: this.options.disposable,
      digest: null,
      withCrc: false,
      sync: 'none',
      allow: async (upTo) => {
        await this.blobs.ensureRoom(readBytes)
        return upTo + (16 << 20)
      },
    })
  }

  private async *spilled(first: Buffer, iterator: AsyncIterator<Buffer>): AsyncIterable<Buffer> {
    for (let piece = this.memory.shift(); piece; piece = this.memory.shift()) {
      const { length } = piece
      yield piece
      this.counted -= length
      received.give(length)
    }
    yield first
    for (;;) {
      const { done, value } = await iterator.next()
      if (done) return
      this.count(value)
      yield value
    }
  }

  private count({ length }: Buffer): void {
    this.size += length
    this.options.check(this.size)
  }
}
