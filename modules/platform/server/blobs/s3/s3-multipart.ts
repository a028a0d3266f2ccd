import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { forEachConcurrently } from '../../for-each-concurrently.ts'
import { MemoryBudget } from '../../memory-budget.ts'
import { objectTooLarge } from '../full-errors.ts'
import { BlobError } from '../store.ts'
import type { S3Objects } from './s3-objects.ts'
import { maxObjectBytes, type PartRange, partAt, partsOf } from './s3-parts.ts'
import type { MultipartId, UploadedPart } from './s3-uploads.ts'

interface SentPart extends UploadedPart, PartRange {
  crc: number
}

const maxPartsInFlight = 4
/** Memory of all parts that are being sent. */
const partMemory = new MemoryBudget(64 << 20)

const isMissing = (error: unknown) => error instanceof BlobError && error.reason === 'missing'

/**
 * Sends a staged file to the object store in parts: complete parts while the file still grows, the rest when it is finished.
 * The file stays authoritative: a part whose bytes have changed since is sent again.
 */
export class S3Multipart {
  private readonly objects: S3Objects
  private readonly name: string
  private readonly path: string
  private id: Promise<MultipartId> | null = null
  private readonly sent = new Map<number, SentPart>()
  private sending: Promise<void> | null = null
  private written = 0
  /** When the upload was last used, in ms. */
  private usedAt = performance.now()
  private finishing = 0

  constructor(objects: S3Objects, name: string, path: string) {
    this.objects = objects
    this.name = name
    this.path = path
  }

  /** Sends the complete parts of the first `written` bytes, while the caller goes on. Failures are left to `finish`. */
  advance(written: number): void {
    this.written = Math.max(this.written, written)
    this.usedAt = performance.now()
    if (this.sending || !this.objects.health.healthy || partAt(this.nextNumber()).end > this.written) return
    this.sending = this.sendComplete()
      .catch(() => undefined)
      .finally(() => {
        this.sending = null
      })
  }

  /** Whether no part of the file is being sent, and none was for `ttlMs`. */
  isIdle(ttlMs: number): boolean {
    return this.finishing === 0 && !this.sending && performance.now() - this.usedAt >= ttlMs
  }

  /** Makes the file of `size` bytes an object. This may take hours on a slow line. */
  async finish(size: number): Promise<void> {
    if (size > maxObjectBytes) throw objectTooLarge(this.objects.bucket)
    this.finishing += 1
    try {
      await this.sending
      const parts = partsOf(size)
      const file = await open(this.path)
      try {
        await forEachConcurrently(parts, (part) => this.send(file, part), maxPartsInFlight)
      } finally {
        await file.close()
      }
      await this.complete(parts.length, size)
    } finally {
      this.finishing -= 1
      this.usedAt = performance.now()
    }
  }

  /** Deletes the sent parts, unless they are an object by now. */
  async abort(): Promise<void> {
    await this.sending
    const id = await this.id?.catch(() => null)
    this.forget(this.id)
    if (id) await this.objects.uploads.abort(id)
  }

  private nextNumber(): number {
    let number = 1
    while (this.sent.has(number)) number += 1
    return number
  }

  private async sendComplete(): Promise<void> {
    const file = await open(this.path)
    try {
      for (;;) {
        const parts: PartRange[] = []
        for (let part = partAt(this.nextNumber()); part.end <= this.written; part = partAt(part.number + 1)) {
          parts.push(part)
          if (parts.length >= maxPartsInFlight * 4) break
        }
        if (parts.length === 0) return
        await forEachConcurrently(parts, (part) => this.send(file, part), maxPartsInFlight)
      }
    } finally {
      await file.close()
    }
  }

  /** Sends a part, unless the same bytes were sent already. */
  private async send(file: FileHandle, part: PartRange): Promise<void> {
    const size = part.end - part.start
    await partMemory.acquire(size)
    try {
      const bytes = Buffer.allocUnsafeSlow(size)
      for (let offset = 0; offset < size; ) {
        const { bytesRead } = await file.read(bytes, offset, size - offset, part.start + offset)
        if (bytesRead === 0) throw new BlobError('missing')
        offset += bytesRead
      }
      const crc = crc32(bytes)
      const sentBefore = this.sent.get(part.number)
      if (sentBefore?.end === part.end && sentBefore.crc === crc) return
      await this.put(part, bytes, crc)
    } finally {
      partMemory.release(size)
    }
  }

  private async put(part: PartRange, bytes: Buffer, crc: number): Promise<void> {
    this.id ??= this.objects.uploads.begin(this.name)
    const begun = this.id
    const id = await begun.catch((error: unknown) => {
      this.forget(begun)
      throw error
    })
    const uploaded = await this.objects.uploads.putPart(id, part.number, bytes).catch((error: unknown) => {
      if (!isMissing(error)) throw error
      // The store ended the upload, as a bucket's rule for unfinished uploads does. The next attempt sends the file again.
      this.forget(begun)
      throw new BlobError('unhealthy', error)
    })
    // Another part noticed meanwhile that the store had ended the upload, which this part belonged to.
    if (this.id !== begun) throw new BlobError('unhealthy')
    this.sent.set(part.number, { ...part, ...uploaded, crc })
  }

  /** Forgets an upload and its sent parts, unless another upload has begun since. */
  private forget(upload: Promise<MultipartId> | null): void {
    if (this.id !== upload) return
    this.id = null
    this.sent.clear()
  }

  private async complete(count: number, size: number): Promise<void> {
    const id = (await this.id) as MultipartId
    const parts = Array.from({ length: count }, (_, index) => this.sent.get(index + 1) as SentPart)
    const failure = await this.objects.uploads.complete(id, parts).then(
      () => null,
      (error: unknown) => error,
    )
    // The store's answer may be late or lost although the object is complete.
    const stat = this.objects.stat(this.name)
    const object = await (failure ? stat.catch(() => null) : stat)
    if (object?.size === size) return
    // The next attempt sends the whole file.
    this.forget(this.id)
    // `missing`: somebody deleted the sent parts. The caller must not take this for a missing blob.
    if (failure && !isMissing(failure)) throw failure
    throw new BlobError('unhealthy')
  }
}
