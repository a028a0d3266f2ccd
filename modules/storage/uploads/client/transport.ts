/** One request as the upload core makes it. */
export interface WireRequest {
  method: 'GET' | 'POST' | 'DELETE'
  /** Path and query, from the origin. */
  url: string
  headers?: Record<string, string>
  body?: Blob | ArrayBuffer | string
  signal?: AbortSignal
  /** Bytes of the body that have left so far. */
  onProgress?: (bytes: number) => void
}

/** An answer; `status` 0 when none came (no connection, cut off, silent for too long). */
export interface WireAnswer {
  status: number
  body: Record<string, unknown>
  /** Seconds the server asks to wait, or null. */
  retryAfter: number | null
}

/** Sends one request; resolves always, but rejects with the signal's reason when aborted. */
export type Transport = (request: WireRequest) => Promise<WireAnswer>

export const noAnswer: WireAnswer = { status: 0, body: {}, retryAfter: null }

/** Without any progress for so long (ms) a connection counts as dead. */
export const silence = 60_000

/** JSON of an answer's text; an error page of a proxy in between counts as no body. */
export const parseBody = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** `Retry-After` in seconds, given as seconds or as a date. */
export const parseRetryAfter = (value: string | null): number | null => {
  if (!value) return null
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, (at - Date.now()) / 1_000)
}
