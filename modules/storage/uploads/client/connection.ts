/** The state of the connection, shared by all files: who waits, and what wakes them. */
export interface Line {
  /** True while something waits because no answer came. */
  readonly down: boolean
  /** Waits before attempt `n` (from 1), at least `seconds`; ends early when the connection is said to be back. */
  wait(n: number, seconds: number | null, signal?: AbortSignal): Promise<void>
  /** An answer came. */
  up(): void
  /** The browser says the connection is back: everybody tries at once. */
  wake(): void
}

export interface Backoff {
  /** ms before the second attempt; doubles up to `most`. */
  base: number
  most: number
}

export const defaultBackoff: Backoff = { base: 500, most: 10_000 }

/** Waits grow from `base` to `most` with jitter, so that a restarted server is not stormed by all tabs at once. */
export const createLine = (backoff: Backoff, changed: () => void): Line => {
  const sleepers = new Set<() => void>()
  let down = false
  const set = (next: boolean) => {
    if (down === next) return
    down = next
    changed()
  }
  const wake = () => {
    for (const rise of [...sleepers]) rise()
  }
  return {
    get down() {
      return down
    },
    wait: (n, seconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        if (seconds === null) set(true)
        const grown = Math.min(backoff.most, backoff.base * 2 ** Math.min(n - 1, 12))
        const rise = () => {
          clearTimeout(timer)
          sleepers.delete(rise)
          signal?.removeEventListener('abort', rise)
          if (signal?.aborted) reject(signal.reason)
          else resolve()
        }
        const timer = setTimeout(rise, (seconds ?? 0) * 1_000 + grown * (0.5 + Math.random() / 2))
        // What the server asked to wait for (429, 503) is not cut short by a network event.
        if (seconds === null) sleepers.add(rise)
        signal?.addEventListener('abort', rise, { once: true })
      }),
    up: () => set(false),
    wake,
  }
}
