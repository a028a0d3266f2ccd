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

/** Caches values of owners for a short time. All values of an owner can be dropped together; a failed load is not cached. */
export class TtlCache<T> {
  /** The oldest first. */
  private readonly entries = new Map<string, CacheEntry<T>>()
  /** Names of the entries of an owner: dropping them visits no others. */
  private readonly namesByOwner = new Map<string, Set<string>>()
  private readonly limits: TtlCacheLimits
  constructor(limits: TtlCacheLimits) {
    this.limits = limits
  }

  /** The owner's cached value, or the result of `load`, which concurrent callers share. */
  get(owner: string, key: string, load: () => Promise<T>): Promise<T> {
    const now = performance.now()
    const name = nameOf(owner, key)
    const cached = this.entries.get(name)
    if (cached && now - cached.at < this.limits.ttlMs) return cached.value
    this.forget(owner, key)
    this.makeRoom(now)
    const value = load()
    const entry = { at: now, owner, value }
    this.entries.set(name, entry)
    const names = this.namesByOwner.get(owner) ?? new Set()
    this.namesByOwner.set(owner, names.add(name))
    value.catch(() => this.entries.get(name) === entry && this.drop(name, owner))
    return value
  }

  forget(owner: string, key: string): void {
    this.drop(nameOf(owner, key), owner)
  }

  clear(): void {
    this.entries.clear()
    this.namesByOwner.clear()
  }

  /** Drops the values of an owner; a value that is being loaded is not cached. */
  invalidate(owner: string): void {
    for (const name of this.namesByOwner.get(owner) ?? []) this.entries.delete(name)
    this.namesByOwner.delete(owner)
  }

  private drop(name: string, owner: string): void {
    this.entries.delete(name)
    const names = this.namesByOwner.get(owner)
    names?.delete(name)
    if (names?.size === 0) this.namesByOwner.delete(owner)
  }

  /** Drops expired entries, and the oldest where there are too many. */
  private makeRoom(now: number): void {
    for (const [name, { at, owner }] of this.entries) {
      if (now - at < this.limits.ttlMs && this.entries.size < this.limits.maxEntries) return
      this.drop(name, owner)
    }
  }
}
