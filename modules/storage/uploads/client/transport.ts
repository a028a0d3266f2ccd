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

/** A response with a body of any shape; `status` 0 when none arrived (no connection, connection lost, timeout). */
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

/** A JSON object; null for other text, such as the page of a proxy. */
const parseBody = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** `Retry-After` in seconds, given as seconds or as a date. */
export const parseRetryAfter = (value: string | null): number | null => {
  if (!value) return null
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const instant = Date.parse(value)
  return Number.isNaN(instant) ? null : Math.max(0, (instant - Date.now()) / 1_000)
}

/**
 * The response of an HTTP exchange. A success without JSON is not the server's: the page of a captive portal counts as no
 * response. The error page of a proxy counts as an error with an empty body.
 */
export const responseFrom = (status: number, text: string, retryAfter: string | null): HttpResponse => {
  const body = parseBody(text)
  const isForeign = body === null && status < 300 && status !== 204
  return isForeign ? noResponse : { status, body: body ?? {}, retryAfter: parseRetryAfter(retryAfter) }
}
