/** One request of the upload client. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'DELETE'
  /** Path and query, without the origin. */
  url: string
  headers?: Record<string, string>
  body?: Blob | ArrayBuffer | string
  signal?: AbortSignal
  /** Called with the bytes of the body that were sent so far. */
  onProgress?: (bytes: number) => void
}

/** A response; `status` 0 when none arrived (no connection, connection lost, timeout). */
export interface HttpResponse {
  status: number
  body: Record<string, unknown>
  /** Seconds that the server asks to wait, or null. */
  retryAfter: number | null
}

/** Sends one request. Resolves in any case, but rejects with the signal's reason when aborted. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>

export const noResponse: HttpResponse = { status: 0, body: {}, retryAfter: null }

/** A connection without progress for this long counts as lost. */
export const inactivityTimeoutMs = 60_000

/** Parses a JSON body. An error page of a proxy counts as an empty body. */
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
