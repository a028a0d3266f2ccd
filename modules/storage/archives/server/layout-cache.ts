import type { ArchiveLayout } from './archive-layout.ts'

export interface NamedLayout {
  layout: ArchiveLayout
  /** Of the archive's own name. */
  name: string
}

interface CacheEntry {
  ownerId: string
  at: number
  layout: Promise<NamedLayout>
  users: number
  cached: boolean
}

const ttlMs = 2_000

/** A layout in use; `release` it when its bytes have been sent. */
export interface LeasedLayout extends NamedLayout {
  release(): void
}

/** Layouts made a moment ago: the parts of one archive are asked for side by side. They die with any change. */
export class LayoutCache {
  private readonly entries = new Map<string, CacheEntry>()

  /** The layout of `key`, made by `make` unless it is known. */
  async lease(ownerId: string, key: string, make: () => Promise<NamedLayout>): Promise<LeasedLayout> {
    const entry = this.current(key) ?? this.add(ownerId, key, make)
    entry.users += 1
    let released = false
    const release = () => {
      if (released) return
      released = true
      entry.users -= 1
      this.endIfUnused(entry)
    }
    try {
      return { ...(await entry.layout), release }
    } catch (error) {
      this.remove(key, entry)
      release()
      throw error
    }
  }

  /** Something of the owner's changed. */
  invalidate(ownerId: string): void {
    for (const [key, entry] of this.entries) if (entry.ownerId === ownerId) this.remove(key, entry)
  }

  private current(key: string): CacheEntry | null {
    const entry = this.entries.get(key)
    return entry && performance.now() - entry.at < ttlMs ? entry : null
  }

  private add(ownerId: string, key: string, make: () => Promise<NamedLayout>): CacheEntry {
    const former = this.entries.get(key)
    if (former) this.remove(key, former)
    const entry: CacheEntry = { ownerId, at: performance.now(), layout: make(), users: 0, cached: true }
    entry.layout.catch(() => undefined)
    this.entries.set(key, entry)
    setTimeout(() => this.remove(key, entry), ttlMs).unref()
    return entry
  }

  private remove(key: string, entry: CacheEntry): void {
    if (this.entries.get(key) === entry) this.entries.delete(key)
    if (!entry.cached) return
    entry.cached = false
    this.endIfUnused(entry)
  }

  private endIfUnused(entry: CacheEntry): void {
    if (entry.users === 0 && !entry.cached)
      entry.layout.then(
        ({ layout }) => layout.close(),
        () => undefined,
      )
  }
}
