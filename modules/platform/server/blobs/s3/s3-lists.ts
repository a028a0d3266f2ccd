import { isBlobKey } from '../paths.ts'
import type { BlobStoreEntry } from '../store.ts'
import type { S3Objects } from './s3-objects.ts'

/** The objects whose names consist of `prefix` and a key. */
export async function* listKeys(objects: S3Objects, prefix: string): AsyncIterable<BlobStoreEntry> {
  for await (const { name, size, modifiedAt } of objects.list(prefix)) {
    const key = name.slice(prefix.length)
    if (isBlobKey(key)) yield { key, size, modifiedAt }
  }
}
