import { setInterval } from 'node:timers'
import type { LocalStaging } from '../local-staging.ts'
import type { StagedFile } from '../store.ts'
import { S3Multipart } from './s3-multipart.ts'
import { objectNameOf } from './s3-names.ts'
import type { S3Objects } from './s3-objects.ts'
import { minPartBytes } from './s3-parts.ts'

/**
 * The sent parts of an upload are deleted when it has not progressed for this time; when it continues, they are sent again.
 */
const idleTtlMs = 15 * 60_000
const idleCheckMs = 60_000

/** The staged files that are being sent to the object store in parts. */
export class S3StagedUploads {
  private readonly objects: S3Objects
  private readonly staging: LocalStaging
  private readonly byKey = new Map<string, S3Multipart>()
  private readonly idleCheck: NodeJS.Timeout

  constructor(objects: S3Objects, staging: LocalStaging) {
    this.objects = objects
    this.staging = staging
    this.idleCheck = setInterval(() => void this.abortIdle(), idleCheckMs).unref()
  }

  has(key: string): boolean {
    return this.byKey.has(key)
  }

  /** A staged file whose parts are sent while it is written. */
  watch(key: string, file: StagedFile): StagedFile {
    return {
      ...file,
      write: async (pieces, position) => {
        await file.write(pieces, position)
        const end = pieces.reduce((at, { length }) => at + length, position)
        if (end >= minPartBytes) this.of(key).advance(end)
      },
    }
  }

  /** Makes the staged file of `size` bytes an object. */
  async finish(key: string, size: number): Promise<void> {
    await this.of(key).finish(size)
    this.byKey.delete(key)
  }

  /** Deletes the sent parts of a staged file, also parts that another process sent, or this process before its restart. */
  async abort(key: string, { mayHaveOthers }: { mayHaveOthers: boolean }): Promise<void> {
    const multipart = this.byKey.get(key)
    this.byKey.delete(key)
    if (!this.objects.health.healthy) return
    // If this fails, `staged` lists the remaining parts, and the garbage collector discards them later.
    await (multipart ? multipart.abort() : mayHaveOthers ? this.abortOthers(key) : null)?.catch(() => undefined)
  }

  close(): void {
    clearInterval(this.idleCheck)
  }

  private of(key: string): S3Multipart {
    const existing = this.byKey.get(key)
    if (existing) return existing
    const multipart = new S3Multipart(this.objects, objectNameOf(key), this.staging.path(key))
    this.byKey.set(key, multipart)
    return multipart
  }

  private async abortOthers(key: string): Promise<void> {
    for await (const upload of this.objects.uploads.list(objectNameOf(key))) await this.objects.uploads.abort(upload)
  }

  private async abortIdle(): Promise<void> {
    for (const [key, multipart] of this.byKey) {
      if (!multipart.isIdle(idleTtlMs)) continue
      this.byKey.delete(key)
      // If this fails, `staged` lists the remaining parts, as in `abort`.
      await multipart.abort().catch(() => undefined)
    }
  }
}
