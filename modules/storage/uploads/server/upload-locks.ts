import { setTimeout as sleep } from 'node:timers/promises'
import type { SessionLock, SessionLocks } from '../../../platform/index.ts'
import { uploadBusy } from './staging.ts'
import { type UploadMemory, UploadRegistry } from './upload-registry.ts'

/** An upload that one call works on alone: its state in this process, and its lock between processes. */
export interface LockedUpload {
  memory: UploadMemory
  lock: SessionLock
}

/** Stands in for calls that need no lock between processes. */
const unlocked: SessionLock = { isHeld: () => true, release: () => undefined }
const lockAttempts = 20
const lockRetryDelayMs = 250

/** Runs one call at a time per upload: a queue within this process, a session lock between processes. */
export class UploadLocks {
  private readonly registry = new UploadRegistry()
  private readonly locks: SessionLocks
  constructor(locks: SessionLocks) {
    this.locks = locks
  }

  /** Runs `fn` alone on this upload. 409 `upload-busy` when another process holds the lock for 5 s. */
  withLock<T>(key: string, fn: (locked: LockedUpload) => Promise<T>): Promise<T> {
    return this.registry.exclusive(key, async (memory) => {
      const lock = await this.acquire(`storage.upload/${key}`)
      try {
        return await fn({ memory, lock })
      } finally {
        lock.release()
      }
    })
  }

  /** Runs `fn` alone within this process; for calls whose conflicts between processes the database detects. */
  withProcessLock<T>(key: string, fn: (locked: LockedUpload) => Promise<T>): Promise<T> {
    return this.registry.exclusive(key, (memory) => fn({ memory, lock: unlocked }))
  }

  forget(key: string): void {
    this.registry.forget(key)
  }

  private async acquire(name: string): Promise<SessionLock> {
    for (let attempt = 1; ; attempt++) {
      const lock = await this.locks.tryAcquire(name)
      if (lock) return lock
      if (attempt === lockAttempts) throw uploadBusy()
      await sleep(lockRetryDelayMs)
    }
  }
}
