import type { ThreadDigest } from './hasher.ts'

/** State of an upload in this process beyond its row. All of it can be computed again after a restart. */
export interface UploadMemory {
  /** Key of the staged file that the other fields describe. */
  stagingKey: string | null
  /** Hashes of all received bytes; null when another process, or this one before a restart, received some of them. */
  digest: ThreadDigest | null
}

export const clearMemory = (memory: UploadMemory, stagingKey: string | null = null): void => {
  memory.stagingKey = stagingKey
  memory.digest = null
}

interface RegistryEntry extends UploadMemory {
  tail: Promise<unknown>
  waiting: number
  usedAt: number
}

const maxEntries = 2_000

/** Serializes the calls of one upload within this process, and keeps its hashes between chunks. */
export class UploadRegistry {
  private readonly states = new Map<string, RegistryEntry>()

  /** Runs `fn` when all earlier calls of this upload have ended. */
  async exclusive<T>(key: string, fn: (memory: UploadMemory) => Promise<T>): Promise<T> {
    const state = this.states.get(key) ?? this.create(key)
    state.waiting += 1
    const result = state.tail.then(() => fn(state))
    state.tail = result.catch(() => undefined)
    try {
      return await result
    } finally {
      state.waiting -= 1
      state.usedAt = Date.now()
      if (state.waiting === 0 && state.digest === null) this.states.delete(key)
    }
  }

  forget(key: string): void {
    const state = this.states.get(key)
    if (!state) return
    clearMemory(state)
    if (state.waiting === 0) this.states.delete(key)
  }

  private create(key: string): RegistryEntry {
    if (this.states.size >= maxEntries) this.dropOldest()
    const state: RegistryEntry = {
      stagingKey: null,
      digest: null,
      tail: Promise.resolve(),
      waiting: 0,
      usedAt: Date.now(),
    }
    this.states.set(key, state)
    return state
  }

  private dropOldest(): void {
    for (const [key, state] of this.states) {
      if (state.waiting > 0) continue
      this.states.delete(key)
      return
    }
  }
}
