import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../../../platform/index.ts'
import type { GatewayName } from './gateway.ts'
import { GatewayError } from './gateway-error.ts'
import type { SyncPayload } from './webhooks.ts'

/** Longest wait for a lock: its holder fetches and applies a state with a few calls to the gateway. */
const maxWaitMs = 15_000
const retryDelayMs = 100

/** `price`: of the plan version `id`, at one gateway. */
type LockedObject = SyncPayload | { gateway: GatewayName; kind: 'price'; id: string }

/**
 * One lock for each object of a gateway, across all processes: the object's state is fetched or changed there, and applied
 * here, within the lock, so that an older state is never applied after a newer one. Locks occupy no connection of the pool.
 * Several locks are taken in this order: checkout, its subscription, price. None is waited for within a transaction.
 */
export class ObjectLocks {
  private readonly locks: Platform['locks']
  constructor(locks: Platform['locks']) {
    this.locks = locks
  }

  /** False: the lock is held elsewhere, and `fn` did not run. */
  async tryWithLock(object: LockedObject, fn: () => Promise<void>): Promise<boolean> {
    const lock = await this.locks.tryAcquire(nameOf(object))
    if (!lock) return false
    try {
      await fn()
      return true
    } finally {
      lock.release()
    }
  }

  /** Waits for the lock. Rejects with a transient `GatewayError` when a slow gateway keeps it held for too long. */
  async withLock<T>(object: LockedObject, fn: () => Promise<T>): Promise<T> {
    const giveUpAt = performance.now() + maxWaitMs
    for (;;) {
      const lock = await this.locks.tryAcquire(nameOf(object))
      if (lock)
        try {
          return await fn()
        } finally {
          lock.release()
        }
      if (performance.now() > giveUpAt)
        throw new GatewayError(object.gateway, { status: null, reason: `${object.kind} ${object.id} stays locked` })
      await sleep(retryDelayMs)
    }
  }
}

const nameOf = ({ gateway, kind, id }: LockedObject): string => `gateway:${gateway}:${kind}:${id}`
