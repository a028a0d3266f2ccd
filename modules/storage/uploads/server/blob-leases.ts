import { lockIsFree, type SessionLock, type SessionLocks } from '../../../platform/index.ts'

/**
 * Delay before a blob is leased: most files have their row earlier. The garbage collector spares blobs younger than five
 * times this.
 */
const leaseDelayMs = 1_000
const renewIntervalMs = 500

const lockName = (key: string) => `storage.blob/${key}`

/** SQL condition: no process leases the blob with this key (an SQL expression). */
export const isUnleased = (key: string): string => lockIsFree(`'${lockName('')}' || ${key}`)

/** Leases blobs that this process has written and no row refers to yet. The garbage collector spares leased blobs. */
export class BlobLeases {
  private readonly locks: SessionLocks
  constructor(locks: SessionLocks) {
    this.locks = locks
  }

  /** Leases the key, starting after a second, until the returned function is called. */
  take(key: string): () => void {
    let lock: SessionLock | null = null
    let timer = setTimeout(() => void renew(), leaseDelayMs)
    let isReleased = false
    const renew = async () => {
      // Without a connection the lease is tried again: the collector spares young blobs for longer than that.
      if (!lock?.isHeld()) lock = await this.locks.tryAcquire(lockName(key)).catch(() => null)
      if (isReleased) return lock?.release()
      timer = setTimeout(() => void renew(), renewIntervalMs)
    }
    return () => {
      isReleased = true
      clearTimeout(timer)
      lock?.release()
    }
  }
}
