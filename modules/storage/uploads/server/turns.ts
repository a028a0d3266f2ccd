import { setTimeout as sleep } from 'node:timers/promises'
import type { SessionLock, SessionLocks } from '../../../platform/index.ts'
import { busy } from './staging.ts'
import { type UploadMemory, UploadStates } from './upload-registry.ts'

/** What one call has to itself while it is at work on an upload. */
export interface Turn {
  memory: UploadMemory
  lock: SessionLock
}

/** For calls that need no lock between processes. */
const unlocked: SessionLock = { isHeld: () => true, release: () => undefined }
const lockAttempts = 20
const lockRetryDelayMs = 250

/** One call at a time per upload: in this process by a queue, among processes by a session lock. */
export class UploadTurns {
  private readonly states = new UploadStates()
  private readonly locks: SessionLocks
  constructor(locks: SessionLocks) {
    this.locks = locks
  }

  /** Runs `fn` alone on this upload. 409 `upload-busy` when another process stays at it. */
  alone<T>(key: string, fn: (turn: Turn) => Promise<T>): Promise<T> {
    return this.states.exclusive(key, async (memory) => {
      const lock = await this.acquire(`storage.upload/${key}`)
      try {
        return await fn({ memory, lock })
      } finally {
        lock.release()
      }
    })
  }

  /** Runs `fn` alone in this process only, where the database keeps other processes off. */
  aloneHere<T>(key: string, fn: (turn: Turn) => Promise<T>): Promise<T> {
    return this.states.exclusive(key, (memory) => fn({ memory, lock: unlocked }))
  }

  forget(key: string): void {
    this.states.forget(key)
  }

  private async acquire(name: string): Promise<SessionLock> {
    for (let attempt = 1; ; attempt++) {
      const lock = await this.locks.tryAcquire(name)
      if (lock) return lock
      if (attempt === lockAttempts) throw busy()
      await sleep(lockRetryDelayMs)
    }
  }
}
