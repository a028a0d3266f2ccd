import { setTimeout as sleep } from 'node:timers/promises'
import { BlobError, type BlobRange, type OpenBlob } from '../store.ts'
import type { OpenObject, S3Objects } from './s3-objects.ts'

/** A connection whose reader pauses longer is closed: slow receivers must not occupy all connections. */
const stallTimeoutMs = 5_000
const maxRetries = 3
const retryDelayMs = 200

const nothing = Buffer.alloc(0)

/** Reads an object through one connection while the reads follow each other; a read elsewhere opens another one. */
export class S3Reader implements OpenBlob {
  readonly size: number
  private readonly objects: S3Objects
  private readonly name: string
  /** Range of the object that a new connection requests. */
  private range: BlobRange
  private body: OpenObject['body'] | null = null
  private pieces: AsyncIterator<Buffer> | null = null
  /** Received bytes from `position` on. */
  private left: Buffer = nothing
  private position = 0
  private hasStalled = false
  private stallTimer: NodeJS.Timeout | null = null

  private constructor(objects: S3Objects, name: string, size: number, range: BlobRange) {
    this.objects = objects
    this.name = name
    this.size = size
    this.range = range
  }

  /** Rejects with `missing` when there is no such object. */
  static async open(objects: S3Objects, name: string, range?: BlobRange): Promise<S3Reader> {
    if (!range) {
      const object = await objects.stat(name)
      if (!object) throw new BlobError('missing')
      return new S3Reader(objects, name, object.size, { start: 0, end: object.size - 1 })
    }
    const { size, body } = await objects.get(name, range)
    const reader = new S3Reader(objects, name, size, range)
    reader.receive(body, range.start)
    return reader
  }

  async read(into: Buffer, position: number): Promise<number> {
    const wanted = into.subarray(0, Math.max(0, Math.min(into.length, this.size - position)))
    if (this.stallTimer) clearTimeout(this.stallTimer)
    let filled = 0
    for (let retries = 0; filled < wanted.length; ) {
      try {
        const bytes = await this.readSome(wanted.subarray(filled), position + filled)
        filled += bytes
        if (bytes > 0) retries = 0
      } catch (error) {
        this.stop()
        if (error instanceof BlobError && error.reason === 'missing') throw error
        if (retries >= maxRetries) throw this.objects.health.failure(error)
        retries += 1
        await sleep(retryDelayMs * 2 ** retries * (0.5 + Math.random()))
      }
    }
    this.stallTimer = setTimeout(() => {
      this.hasStalled = true
      this.stop()
    }, stallTimeoutMs).unref()
    return filled
  }

  release(): void {
    if (this.stallTimer) clearTimeout(this.stallTimer)
    this.stop()
  }

  private async readSome(into: Buffer, position: number): Promise<number> {
    if (!this.pieces || position !== this.position) await this.seek(position, into.length)
    if (this.left.length === 0) {
      const { value, done } = await (this.pieces as AsyncIterator<Buffer>).next()
      if (done) throw new Error('the connection ended early')
      this.left = value
    }
    const bytes = this.left.copy(into)
    this.left = this.left.subarray(bytes)
    this.position += bytes
    return bytes
  }

  private async seek(position: number, length: number): Promise<void> {
    this.stop()
    const { start, end } = this.range
    const rest = position >= start && position <= end ? end : this.size - 1
    const { body } = await this.objects.get(this.name, {
      start: position,
      end: this.hasStalled ? position + length - 1 : rest,
    })
    this.receive(body, position)
  }

  private receive(body: OpenObject['body'], position: number): void {
    this.body = body
    this.pieces = body[Symbol.asyncIterator]()
    this.position = position
  }

  /** Closes the connection, unless all bytes were received. */
  private stop(): void {
    this.body?.destroy()
    this.body = null
    this.pieces = null
    this.left = nothing
  }
}
