import type { Scope } from '../../tree/index.ts'
import { storageErrors } from '../../tree/index.ts'
import { maxOpenOfVisitors, maxOpenUploads } from './sessions.ts'

/** Numbers by key. Keys of zero use no memory. */
class Counts {
  private readonly values = new Map<string, number>()

  get(key: string): number {
    return this.values.get(key) ?? 0
  }

  add(key: string, by: number): void {
    const value = this.get(key) + by
    if (value === 0) this.values.delete(key)
    else this.values.set(key, value)
  }
}

/**
 * Keys under which a caller's spooled bodies are counted, each with its maximum, which is also the maximum of open sessions.
 */
const spoolLimits = ({ actor, ownerId }: Scope, network: string): [key: string, limit: number][] => {
  const ofCaller: [string, number] = [`caller ${actor.key}`, actor.openUploads ?? maxOpenUploads]
  if (actor.userId !== null) return [ofCaller]
  const group = `${ownerId} ${actor.group ?? actor.key}`
  return [
    ofCaller,
    [`account ${ownerId}`, maxOpenOfVisitors.account],
    [`group ${group}`, maxOpenOfVisitors.group],
    [`network ${group} ${network}`, maxOpenOfVisitors.network],
  ]
}

/**
 * Files that this process is receiving without a session: whole files of the account's owner, and bodies that are spooled
 * before their fields are known. They are counted as open uploads and their bytes as used, so that many of them at once
 * exceed neither the limits of open uploads (A29) nor the quota (A28). Each process counts its own only: several processes
 * receive at most as many times more, and the disk reserve (`ensureRoom`) stops all of them.
 */
export class InFlight {
  private readonly files = new Counts()
  private readonly spooled = new Counts()
  private readonly bytes = new Counts()

  /** Bytes that are on their way into an account. */
  bytesOf(ownerId: string): number {
    return this.bytes.get(ownerId)
  }

  /** Counts bytes on their way into an account. Negative: they are not on their way any more. */
  addBytes(ownerId: string, bytes: number): void {
    this.bytes.add(ownerId, bytes)
  }

  /** Counts a file until the returned function is called. 429 for too many at a time. */
  add(ownerId: string, bytes: number): () => void {
    const ended = count(this.files, [[ownerId, maxOpenUploads]])
    this.bytes.add(ownerId, bytes)
    return () => {
      ended()
      this.bytes.add(ownerId, -bytes)
    }
  }

  /** Counts a body that is spooled, without its bytes, until the returned function is called. 429 as for sessions. */
  addSpooled(caller: Scope, network: string): () => void {
    return count(this.spooled, spoolLimits(caller, network))
  }
}

/** Adds one to each key, all or none. */
const count = (counts: Counts, limits: readonly [key: string, limit: number][]): (() => void) => {
  if (limits.some(([key, limit]) => counts.get(key) >= limit)) throw storageErrors.fail('too-many-uploads')
  for (const [key] of limits) counts.add(key, 1)
  return () => {
    for (const [key] of limits) counts.add(key, -1)
  }
}
