interface CacheEntry<T> {
  at: number
  owner: string
  value: Promise<T>
}

/** Owners never share a value, whatever the keys are. */
const nameOf = (owner: string, key: string): string => `${owner} ${key}`

interface TtlCacheLimits {
  ttlMs: number
  maxEntries: number
}

/** Caches values of owners for a short time. Those of an owner can be dropped together; a failed load is not cached. */
export class TtlCache<T> {
  /** The oldest first. */
  private readonly entries = new Map<string, CacheEntry<T>>()
  private readonly limits: TtlCacheLimits
  constructor(limits: TtlCacheLimits) {
    this.limits = limits
  }

  /** The owner's cached value, else that of `load`, which concurrent callers share. */
  get(owner: string, key: string, load: () => Promise<T>): Promise<T> {
    const now = performance.now()
    const name = nameOf(owner, key)
    const known = this.entries.get(name)
    if (known && now - known.at < this.limits.ttlMs) return known.value
    this.entries.delete(name)
    this.makeRoom(now)
    const value = load()
    const entry = { at: now, owner, value }
    this.entries.set(name, entry)
    value.catch(() => this.entries.get(name) === entry && this.entries.delete(name))
    return value
  }

  forget(owner: string, key: string): void {
    this.entries.delete(nameOf(owner, key))
  }

  clear(): void {
    this.entries.clear()
  }

  /** Drops the values of an owner; one that is being loaded is not cached. */
  invalidate(owner: string): void {
    for (const [key, entry] of this.entries) if (entry.owner === owner) this.entries.delete(key)
  }

  /** Expired entries are dropped early, because `invalidate` visits each entry. */
  private makeRoom(now: number): void {
    for (const [key, { at }] of this.entries) {
      if (now - at < this.limits.ttlMs && this.entries.size < this.limits.maxEntries) return
      this.entries.delete(key)
    }
  }
}
