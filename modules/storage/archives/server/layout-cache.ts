import type { ArchiveLayout } from './archive-layout.ts'

export interface NamedLayout {
  layout: ArchiveLayout
  /** File name of the archive. */
  name: string
}

interface CacheEntry {
  ownerId: string
  at: number
  layout: Promise<NamedLayout>
  users: number
  cached: boolean
}

interface OpenLayout {
  layout: ArchiveLayout
  /** Entries with this layout that are cached or in use. */
  entries: number
}

/** Maximum age of a layout, and so the time for which another process may send items that were trashed or moved (A17). */
const ttlMs = 1_000

/** A layout in use; call `release` when its bytes were sent. */
export interface LeasedLayout extends NamedLayout {
  release(): void
}

/**
 * Recent layouts, because clients request ranges of one archive in parallel. A change of the owner's items drops
 * them. Layouts of equal content share one object, so that the connections to an archive do not occupy the memory of a
 * layout each.
 */
export class LayoutCache {
  private readonly entries = new Map<string, CacheEntry>()
  /** Layouts that are not closed, by digest. */
  private readonly open = new Map<string, OpenLayout>()

  /** The layout of `key`, created by `make` unless it is cached. */
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

  /** Drops the owner's layouts after a change. */
  invalidate(ownerId: string): void {
    for (const [key, entry] of this.entries) if (entry.ownerId === ownerId) this.remove(key, entry)
  }

  private current(key: string): CacheEntry | null {
    const entry = this.entries.get(key)
    return entry && performance.now() - entry.at < ttlMs ? entry : null
  }

  private add(ownerId: string, key: string, make: () => Promise<NamedLayout>): CacheEntry {
    const expired = this.entries.get(key)
    if (expired) this.remove(key, expired)
    const entry: CacheEntry = { ownerId, at: performance.now(), layout: this.share(make()), users: 0, cached: true }
    // `lease` throws the error; it may come before that awaits it.
    entry.layout.catch(() => undefined)
    this.entries.set(key, entry)
    setTimeout(() => this.remove(key, entry), ttlMs).unref()
    return entry
  }

  /** Replaces a new layout by an open one of the same content. */
  private async share(made: Promise<NamedLayout>): Promise<NamedLayout> {
    const { layout, name } = await made
    const cached = this.open.get(layout.digest)
    if (cached) layout.close()
    const shared = cached ?? { layout, entries: 0 }
    shared.entries += 1
    this.open.set(layout.digest, shared)
    return { layout: shared.layout, name }
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
        ({ layout }) => this.closeUnlessShared(layout),
        () => undefined,
      )
  }

  private closeUnlessShared({ digest }: ArchiveLayout): void {
    const shared = this.open.get(digest)
    if (!shared) return
    shared.entries -= 1
    if (shared.entries > 0) return
    this.open.delete(digest)
    shared.layout.close()
  }
}
