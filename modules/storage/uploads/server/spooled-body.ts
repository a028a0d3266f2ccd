import { type BlobStore, MemoryBudget, type StagedFile } from '../../../platform/index.ts'
import { storageErrors } from '../../tree/index.ts'
import { batchMemory, slotBytes } from './batch-memory.ts'
import { freeBuffer, writeChunk } from './write-chunk.ts'

/** Memory of all bodies that are being received. */
const maxReceivedBytes = 16 << 20
/** Memory of bodies that are joined into one buffer, to be stored with the next commit. */
const maxJoinedBytes = 16 << 20
/** Smaller bodies do not count towards `maxJoinedBytes`. */
const uncountedBytes = 64 << 10
/** Maximum bytes of one body in memory. */
const maxInMemoryBytes = 1 << 20
const readBytes = 256 << 10
/** Memory of spooled files that are being read. */
const maxReadBytes = 8 << 20

const receivedMemory = new MemoryBudget(maxReceivedBytes)
const joinedMemory = new MemoryBudget(maxJoinedBytes)
const readMemory = new MemoryBudget(maxReadBytes)

interface SpoolOptions {
  /** Called with the bytes received so far. Throws to reject the body. */
  check(bytes: number): void
  /** Maximum bytes in memory. */
  maxInMemoryBytes?: number
  /** See `ChunkBody`. */
  disposable: boolean
  /** Each piece is valid until the next one is read, so pieces that stay in memory are copied. */
  isBorrowed?: boolean
}

/**
 * A body that was received completely: in memory where the process has room for it, else in a staged file. So the
 * number of slow senders does not determine the memory they use (R13). `end` releases both.
 */
export class SpooledBody {
  size = 0
  private memory: Buffer[] = []
  private counted = 0
  private countedJoined = 0
  /** The buffer that `bytes` allocated, which has no other reader. */
  private joined: Buffer | null = null
  /** Shared memory that `bytes` took. */
  private slot: SharedArrayBuffer | null = null
  private file: StagedFile | null = null
  private readonly key: string
  private readonly blobs: BlobStore
  private readonly options: SpoolOptions

  private constructor(blobs: BlobStore, options: SpoolOptions) {
    this.blobs = blobs
    this.key = blobs.newKey()
    this.options = options
  }

  /** Reads all pieces. An error of `check` or of the disk rejects and releases everything. */
  static async receive(pieces: AsyncIterable<Buffer>, blobs: BlobStore, options: SpoolOptions): Promise<SpooledBody> {
    const spooled = new SpooledBody(blobs, options)
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

  /** Wraps bytes that are in memory already and counted by their owner. */
  static of(bytes: Buffer, blobs: BlobStore): SpooledBody {
    const spooled = new SpooledBody(blobs, { check: () => undefined, disposable: false })
    spooled.memory = [bytes]
    spooled.size = bytes.length
    return spooled
  }

  /** All bytes from the beginning; may be called several times. Each piece is valid until the next one is read. */
  async *pieces(): AsyncIterable<Buffer> {
    yield* this.memory
    if (!this.file) return
    const length = Math.min(readBytes, this.size)
    await readMemory.acquire(length)
    const read = Buffer.allocUnsafeSlow(length)
    try {
      for (let offset = 0; this.file && offset < this.size; ) {
        const bytes = await this.file.read(read, offset)
        if (bytes === 0) throw storageErrors.fail('invalid-chunk')
        yield read.subarray(0, bytes)
        offset += bytes
      }
    } finally {
      freeBuffer(read)
      readMemory.release(length)
    }
  }

  /**
   * All bytes in one buffer, valid until `end`. A file up to the size of a slot is in shared memory, which other threads
   * read without a copy. For small files and bundles only: at most 16 MiB.
   */
  async bytes(): Promise<Buffer> {
    const [only] = this.memory
    if (!this.file && only && this.memory.length === 1) return only
    const all = await this.allocate()
    // Not by `pieces`: it may wait for memory whose holders wait for a slot.
    if (this.file) {
      await this.readAll(this.file, all)
      return all
    }
    let offset = 0
    for (const piece of this.memory) {
      offset += piece.copy(all, offset)
      if (this.options.disposable) freeBuffer(piece)
    }
    this.memory = [all]
    return all
  }

  async end(): Promise<void> {
    if (this.joined) freeBuffer(this.joined)
    else if (this.options.disposable) this.memory.forEach(freeBuffer)
    if (this.slot) batchMemory.give(this.slot)
    this.slot = null
    this.joined = null
    this.memory = []
    receivedMemory.release(this.counted)
    joinedMemory.release(this.countedJoined)
    this.counted = 0
    this.countedJoined = 0
    const { file } = this
    if (!file) return
    this.file = null
    await file.close()
    await this.blobs.discard(this.key)
  }

  private async readAll(file: StagedFile, into: Buffer): Promise<void> {
    for (let offset = 0; offset < into.length; ) {
      const bytes = await file.read(into.subarray(offset, offset + readBytes), offset)
      if (bytes === 0) throw storageErrors.fail('invalid-chunk')
      offset += bytes
    }
  }

  /** Memory for the whole body, taken from the process's share of it. */
  private async allocate(): Promise<Buffer> {
    const { size } = this
    if (size > uncountedBytes && size <= slotBytes) {
      this.slot = await batchMemory.take()
      return Buffer.from(this.slot, 0, size)
    }
    if (size > uncountedBytes) {
      await joinedMemory.acquire(size)
      this.countedJoined = size
    }
    this.joined = Buffer.allocUnsafeSlow(size)
    return this.joined
  }

  /** Receives pieces into memory. Resolves with the first one that does not fit, or null at the end. */
  private async fill(iterator: AsyncIterator<Buffer>): Promise<Buffer | null> {
    const maxBytes = this.options.maxInMemoryBytes ?? maxInMemoryBytes
    for (;;) {
      const { done, value } = await iterator.next()
      if (done) return null
      this.count(value)
      if (this.size > maxBytes || !receivedMemory.tryAcquire(value.length)) return value
      this.counted += value.length
      this.memory.push(this.options.isBorrowed ? Buffer.from(value) : value)
    }
  }

  /** Writes the pieces in memory to a staged file, then `first` and all that follow. */
  private async spill(first: Buffer, iterator: AsyncIterator<Buffer>): Promise<void> {
    await this.blobs.ensureRoom(this.size)
    this.file = await this.blobs.stage(this.key, { scratch: true })
    await writeChunk({
      file: this.file,
      offset: 0,
      pieces: this.piecesToSpill(first, iterator),
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

  private async *piecesToSpill(first: Buffer, iterator: AsyncIterator<Buffer>): AsyncIterable<Buffer> {
    for (let piece = this.memory.shift(); piece; piece = this.memory.shift()) {
      const { length } = piece
      yield piece
      this.counted -= length
      receivedMemory.release(length)
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

/** Receives a whole body. 422 when it has more than `maxBytes`. */
export const receiveBody = (
  { pieces, disposable }: { pieces: AsyncIterable<Buffer>; disposable: boolean },
  maxBytes: number,
  blobs: BlobStore,
): Promise<SpooledBody> => {
  const check = (bytes: number) => {
    if (bytes > maxBytes) throw storageErrors.fail('size-mismatch')
  }
  return SpooledBody.receive(pieces, blobs, { check, disposable })
}
