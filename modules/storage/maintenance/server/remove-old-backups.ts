import {
  BackupError,
  BackupFullError,
  type BackupStore,
  openSnapshot,
  type SessionLock,
  type Snapshot,
} from '../../../platform/index.ts'
import type { BackupManifest } from './backup-manifest.ts'
import { readBlobList } from './read-blob-list.ts'

/** A sorted list of keys that is read once: `has` is to be called with keys in the same order. */
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

/** The blobs that a snapshot holds; null when it cannot be read. */
const keysOf = async (store: BackupStore, id: string): Promise<OrderedKeys | null> => {
  try {
    const { snapshot, manifest } = await openSnapshot<BackupManifest>(store, id)
    const keys = new OrderedKeys(readBlobList(snapshot, manifest))
    // Reads the beginning of the list, so that an unreadable one is noticed here.
    await keys.has(' ')
    return keys
  } catch {
    return null
  }
}

/** The lock of backups, without which nothing may be removed: another backup may rely on it. */
type HeldLock = Pick<SessionLock, 'isHeld'>

/** Throws `BackupError` when the lock is lost. */
export const requireHeldLock = (lock: HeldLock): void => {
  if (!lock.isHeld()) throw new BackupError('the connection to the database was lost during the backup')
}

/** Removes the blobs that none of these lists contains. */
const removeBlobsBut = async (store: BackupStore, kept: readonly OrderedKeys[], lock: HeldLock): Promise<void> => {
  requireHeldLock(lock)
  for await (const key of store.blobKeys()) {
    // Every list is read on to this key, also when another one contains it.
    const uses = await Promise.all(kept.map((keys) => keys.has(key)))
    requireHeldLock(lock)
    if (!uses.includes(true)) await store.removeBlob(key)
  }
}

/**
 * Keeps the newest `keep` snapshots that can be read, and damaged ones between them; removes older ones, then the blobs that
 * no kept snapshot holds. Reads their lists of blobs side by side with the store's, so that the memory does not grow with
 * them. Throws `BackupError` when a kept snapshot is damaged: its blobs are unknown, so that no blobs are removed.
 */
export const removeOldBackups = async (store: BackupStore, keep: number, lock: HeldLock): Promise<void> => {
  const ids = (await store.snapshots()).toReversed()
  const kept: OrderedKeys[] = []
  const damaged: string[] = []
  try {
    let looked = 0
    for (; looked < ids.length && kept.length < keep; looked++) {
      const id = ids[looked] as string
      const keys = await keysOf(store, id)
      if (keys) kept.push(keys)
      else damaged.push(id)
    }
    const old = ids.slice(looked)
    for (const id of old) {
      requireHeldLock(lock)
      await store.removeSnapshot(id)
    }
    if (damaged.length > 0) throw new BackupError(`the snapshot ${damaged.join(', ')} is damaged: no blobs are removed`)
    if (old.length === 0) return
    await removeBlobsBut(store, kept, lock)
  } finally {
    await Promise.all(kept.map((keys) => keys.close()))
  }
}

/** Removes the blobs that no complete snapshot holds. Throws `BackupError`, and removes none, when a snapshot is damaged. */
const removeUnusedBlobs = async (store: BackupStore, lock: HeldLock): Promise<void> => {
  const kept: OrderedKeys[] = []
  try {
    for (const id of await store.snapshots()) {
      const keys = await keysOf(store, id)
      if (!keys) throw new BackupError(`the snapshot ${id} is damaged: no blobs are removed`)
      kept.push(keys)
    }
    await removeBlobsBut(store, kept, lock)
  } finally {
    await Promise.all(kept.map((keys) => keys.close()))
  }
}

/**
 * Makes the content of a new snapshot by `fn`, and rejects with its errors. When the target has no room for it, removes the
 * written files, which would keep the space from uploads: the blobs first, because they count as durable once no interrupted
 * snapshot exists; where they cannot be removed, the snapshot stays until the next backup begins.
 */
export const writeSnapshot = async <T>(
  store: BackupStore,
  { id }: Snapshot,
  lock: HeldLock,
  fn: () => Promise<T>,
): Promise<T> => {
  try {
    return await fn()
  } catch (error) {
    if (error instanceof BackupFullError) await removeUnfinished(store, id, lock).catch(() => undefined)
    throw error
  }
}

const removeUnfinished = async (store: BackupStore, id: string, lock: HeldLock): Promise<void> => {
  await removeUnusedBlobs(store, lock)
  requireHeldLock(lock)
  await store.removeSnapshot(id)
}
