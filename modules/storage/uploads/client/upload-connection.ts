/** State of the connection, shared by all uploads of the tab: backoff, and retries when the browser is online again. */
export interface UploadConnection {
  /** True while an upload waits because a request got no response. */
  readonly isOffline: boolean
  /** Waits before an attempt (from 1), at least `retryAfterSeconds`. Ends early by `retryNow`. Rejects when aborted. */
  backOff(attempt: number, retryAfterSeconds: number | null, signal?: AbortSignal): Promise<void>
  /** Called when a response arrived. */
  markOnline(): void
  /** Called when the browser reports the connection as back: ends all waits. */
  retryNow(): void
}

export interface RetryBackoff {
  /** Delay before the second attempt; doubles up to `maxMs`. */
  baseMs: number
  maxMs: number
}

export const defaultBackoff: RetryBackoff = { baseMs: 500, maxMs: 10_000 }

/** Delays grow from `baseMs` to `maxMs` with jitter, so that not all tabs call a restarted server at once. */
export const createConnection = (backoff: RetryBackoff, changed: () => void): UploadConnection => {
  const waiting = new Set<() => void>()
  let isOffline = false
  const setOffline = (next: boolean) => {
    if (isOffline === next) return
    isOffline = next
    changed()
  }
  const retryNow = () => {
    for (const end of [...waiting]) end()
  }
  return {
    get isOffline() {
      return isOffline
    },
    backOff: (attempt, retryAfterSeconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        if (retryAfterSeconds === null) setOffline(true)
        const delayMs = Math.min(backoff.maxMs, backoff.baseMs * 2 ** Math.min(attempt - 1, 12))
        const end = () => {
          clearTimeout(timer)
          waiting.delete(end)
          signal?.removeEventListener('abort', end)
          if (signal?.aborted) reject(signal.reason)
          else resolve()
        }
        const timer = setTimeout(end, (retryAfterSeconds ?? 0) * 1_000 + delayMs * (0.5 + Math.random() / 2))
        // A delay that the server asked for (429, 503) is not shortened by `retryNow`.
        if (retryAfterSeconds === null) waiting.add(end)
        signal?.addEventListener('abort', end, { once: true })
      }),
    markOnline: () => setOffline(false),
    retryNow,
  }
}
