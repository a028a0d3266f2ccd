import { type BackupStore, openSnapshot } from '../../../platform/index.ts'
import type { BackupManifest } from './backup-manifest.ts'
import { readBlobList } from './read-blob-list.ts'

/** Tells of one key after the other, in their order, whether a list that has the same order contains it. */
class OrderedKeys {
  private readonly keys: AsyncIterator<{ key: string }>
  private next: string | null = ''
  constructor(list: AsyncIterable<{ key: string }>) {
    this.keys = list[Symbol.asyncIterator]()
  }

  async has(key: string): Promise<boolean> {
    while (this.next !== null && this.next < key) {
      const { value, done } = await this.keys.next()
      this.next = done ? null : value.key
    }
    return this.next === key
  }

  async close(): Promise<void> {
    await this.keys.return?.()
  }
}

/**
 * Removes all but the newest `keep` snapshots, then the blobs that none of them holds. Walks their lists of blobs beside that
 * of the store, so that the memory does not depend on how many there are. Throws `BackupError` when a list is damaged.
 */
export const removeOldBackups = async (store: BackupStore, keep: number): Promise<void> => {
  const ids = await store.snapshots()
  const old = ids.slice(0, -keep)
  if (old.length === 0) return
  for (const id of old) await store.removeSnapshot(id)
  const kept: OrderedKeys[] = []
  try {
    for (const id of ids.slice(-keep)) {
      const { snapshot, manifest } = await openSnapshot<BackupManifest>(store, id)
      kept.push(new OrderedKeys(readBlobList(snapshot, manifest)))
    }
    for await (const key of store.blobKeys()) {
      // Each list has to go on to this key, also when another one contains it.
      const uses = await Promise.all(kept.map((keys) => keys.has(key)))
      if (!uses.includes(true)) await store.removeBlob(key)
    }
  } finally {
    await Promise.all(kept.map((keys) => keys.close()))
  }
}
