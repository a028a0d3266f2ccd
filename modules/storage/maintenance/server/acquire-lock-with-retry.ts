import { setTimeout as sleep } from 'node:timers/promises'
import type { SessionLock, SessionLocks } from '../../../platform/index.ts'

const attempts = 20
const delayMs = 250

/** Acquires a lock that others may hold for moments; null when it stays held for some seconds. */
export const acquireLockWithRetry = async (locks: SessionLocks, name: string): Promise<SessionLock | null> => {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const lock = await locks.tryAcquire(name)
    if (lock) return lock
    await sleep(delayMs)
  }
  return null
}
