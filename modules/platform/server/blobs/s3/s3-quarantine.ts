import { BlobError, type BlobStoreEntry } from '../store.ts'
import { listKeys } from './s3-lists.ts'
import { objectNameOf, quarantinePrefix } from './s3-names.ts'
import type { S3Objects } from './s3-objects.ts'

/** The quarantined blobs of a bucket, each marked by an empty object. */
export class S3Quarantine {
  private readonly objects: S3Objects
  constructor(objects: S3Objects) {
    this.objects = objects
  }

  add(key: string): Promise<void> {
    return this.objects.put(quarantinePrefix + key, Buffer.alloc(0))
  }

  /** Rejects with `missing` when the blob is gone. */
  async restore(key: string): Promise<void> {
    if (!(await this.objects.stat(objectNameOf(key)))) throw new BlobError('missing')
    await this.objects.delete(quarantinePrefix + key)
  }

  list(): AsyncIterable<BlobStoreEntry> {
    return listKeys(this.objects, quarantinePrefix)
  }

  /** Deletes the blobs that were quarantined before a time. Resolves with their number. */
  async empty(before: Date): Promise<number> {
    let removed = 0
    for await (const { key, modifiedAt } of this.list()) {
      if (modifiedAt >= before) continue
      await this.objects.delete(objectNameOf(key))
      await this.objects.delete(quarantinePrefix + key)
      removed += 1
    }
    return removed
  }
}
