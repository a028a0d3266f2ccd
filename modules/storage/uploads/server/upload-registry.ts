import type { ThreadDigest } from './hasher.ts'

/** What this process knows of an upload beyond its row; all of it can be lost and found again. */
export interface UploadMemory {
  /** The staged file that the rest is about. */
  stagingKey: string | null
  /** Hashes of everything received; null when part of it was received elsewhere or before a restart. */
  digest: ThreadDigest | null
  /** First bytes of the file, for its type. */
  head: Buffer | null
}

export const clearMemory = (memory: UploadMemory, stagingKey: string | null = null): void => {
  memory.stagingKey = stagingKey
  memory.digest = null
  memory.head = null
}

interface State extends UploadMemory {
  tail: Promise<unknown>
  waiting: number
  usedAt: number
}

const most = 2_000

/** One deed at a time per upload within this process, and the hashes between its chunks. */
export class UploadStates {
  private readonly states = new Map<string, State>()

  /** Runs `deed` when everything before it on this upload is over. */
  async exclusive<T>(key: string, deed: (memory: UploadMemory) => Promise<T>): Promise<T> {
    const state = this.states.get(key) ?? this.create(key)
    state.waiting += 1
    const turn = state.tail.then(() => deed(state))
    state.tail = turn.catch(() => undefined)
    try {
      return await turn
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

  private create(key: string): State {
    if (this.states.size >= most) this.dropOldest()
    const state: State = {
      stagingKey: null,
      digest: null,
      head: null,
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
