import type { OpenBlob } from '../../../platform/index.ts'

/** Bytes that are read ahead. */
const windowBytes = 256 << 10

/**
 * Reads an archive where it is stored. Reads that follow each other are answered from memory; what was read stays valid.
 * `failure` is the error of the store, which says nothing about the archive.
 */
export class BlobWindow {
  readonly size: number
  failure: unknown = null
  private readonly blob: OpenBlob
  private start = 0
  private bytes: Buffer = Buffer.alloc(0)
  constructor(blob: OpenBlob, size: number) {
    this.blob = blob
    this.size = size
  }

  /** The bytes from `position` on; fewer at the end of the archive. */
  async read(position: number, length: number): Promise<Buffer> {
    if (position < this.start || position + length > this.start + this.bytes.length) await this.fill(position, length)
    return this.bytes.subarray(position - this.start, position - this.start + length)
  }

  release(): void {
    this.blob.release()
  }

  private async fill(position: number, length: number): Promise<void> {
    const wanted = Math.max(0, Math.min(Math.max(length, windowBytes), this.size - position))
    const into = Buffer.allocUnsafe(wanted)
    try {
      const read = wanted === 0 ? 0 : await this.blob.read(into, position)
      this.bytes = into.subarray(0, read)
      this.start = position
    } catch (error) {
      this.failure ??= error
      throw error
    }
  }
}
