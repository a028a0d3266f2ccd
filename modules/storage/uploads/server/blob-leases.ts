import { lockIsFree, type SessionLock, type SessionLocks } from '../../../platform/index.ts'

/** Most files have their row before; the collector spares everything that is younger than five times this. */
const leaseAfterMs = 1_000
const renewEveryMs = 500

const lockName = (key: string) => `storage.blob/${key}`

/** For use in a statement: true where no process has the bytes under this key (an SQL expression) in work. */
export const isUnleased = (key: string): string => lockIsFree(`'${lockName('')}' || ${key}`)

/** Bytes that this process has on the disk and no row knows yet: while they are leased, the collector spares them. */
export class BlobLeases {
  private readonly locks: SessionLocks
  constructor(locks: SessionLocks) {
    this.locks = locks
  }

  /** Leases the key from a second on, until the returned function is called. */
  take(key: string): () => void {
    let lock: SessionLock | null = null
    let timer = setTimeout(() => void renew(), leaseAfterMs)
    let isOver = false
    const renew = async () => {
      if (!lock?.isHeld()) lock = await this.locks.tryAcquire(lockName(key)).catch(() => null)
      if (isOver) return lock?.release()
      timer = setTimeout(() => void renew(), renewEveryMs)
    }
    return () => {
      isOver = true
      clearTimeout(timer)
      lock?.release()
    }
  }
}
