import type { Layout } from './archive-layout.ts'

export interface LaidOut {
  layout: Layout
  /** Of the archive's own name. */
  name: string
}

interface Entry {
  owner: string
  at: number
  made: Promise<LaidOut>
  users: number
  kept: boolean
}

const life = 2_000

/** A layout in use; `release` it when its bytes have been sent. */
export interface HeldLayout extends LaidOut {
  release(): void
}

/** Layouts made a moment ago: the parts of one archive are asked for side by side. They die with any change. */
export class Layouts {
  private readonly entries = new Map<string, Entry>()

  /** The layout of `key`, made by `make` unless it is known. */
  async hold(owner: string, key: string, make: () => Promise<LaidOut>): Promise<HeldLayout> {
    const entry = this.current(key) ?? this.add(owner, key, make)
    entry.users += 1
    let released = false
    const release = () => {
      if (released) return
      released = true
      entry.users -= 1
      this.endIfUnused(entry)
    }
    try {
      return { ...(await entry.made), release }
    } catch (error) {
      this.forget(key, entry)
      release()
      throw error
    }
  }

  /** Something of the owner's changed. */
  drop(owner: string): void {
    for (const [key, entry] of this.entries) if (entry.owner === owner) this.forget(key, entry)
  }

  private current(key: string): Entry | null {
    const entry = this.entries.get(key)
    return entry && performance.now() - entry.at < life ? entry : null
  }

  private add(owner: string, key: string, make: () => Promise<LaidOut>): Entry {
    const former = this.entries.get(key)
    if (former) this.forget(key, former)
    const entry: Entry = { owner, at: performance.now(), made: make(), users: 0, kept: true }
    entry.made.catch(() => undefined)
    this.entries.set(key, entry)
    setTimeout(() => this.forget(key, entry), life).unref()
    return entry
  }

  private forget(key: string, entry: Entry): void {
    if (this.entries.get(key) === entry) this.entries.delete(key)
    if (!entry.kept) return
    entry.kept = false
    this.endIfUnused(entry)
  }

  private endIfUnused(entry: Entry): void {
    if (entry.users === 0 && !entry.kept)
      entry.made.then(
        ({ layout }) => layout.close(),
        () => undefined,
      )
  }
}
