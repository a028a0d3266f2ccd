import { noAnswer, parseBody, parseRetryAfter, silence, type Transport } from './transport.ts'

/** `fetch`, for places without XMLHttpRequest; a chunk's progress is known only at its end. */
export const fetchTransport =
  (origin: string, headers: () => Record<string, string>): Transport =>
  async (request) => {
    const timeout = AbortSignal.timeout(silence)
    const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout
    try {
      const response = await fetch(origin + request.url, {
        method: request.method,
        headers: { Accept: 'application/json', ...headers(), ...request.headers },
        signal,
        ...(request.body === undefined ? {} : { body: request.body }),
      })
      const body = parseBody(await response.text())
      const { body: sent } = request
      if (sent instanceof Blob) request.onProgress?.(sent.size)
      if (sent instanceof ArrayBuffer) request.onProgress?.(sent.byteLength)
      return { status: response.status, body, retryAfter: parseRetryAfter(response.headers.get('retry-after')) }
    } catch (error) {
      if (request.signal?.aborted) throw request.signal.reason ?? error
      return noAnswer
    }
  }
