import {
  inactivityTimeoutMs,
  noResponse,
  responseFrom,
  type Transport,
} from '../../modules/storage/uploads/client/transport.ts'

/** Transport by `fetch`, because Node.js has no XMLHttpRequest. Reports progress only at the end of a chunk. */
export const fetchTransport =
  (origin: string, headers: () => Record<string, string>): Transport =>
  async (request) => {
    const timeout = AbortSignal.timeout(inactivityTimeoutMs)
    const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout
    try {
      const response = await fetch(origin + request.url, {
        method: request.method,
        headers: { Accept: 'application/json', ...headers(), ...request.headers },
        signal,
        ...(request.body === undefined ? {} : { body: request.body }),
      })
      const text = await response.text()
      const { body: sent } = request
      if (sent instanceof Blob) request.onProgress?.(sent.size)
      if (sent instanceof ArrayBuffer) request.onProgress?.(sent.byteLength)
      return responseFrom(response.status, text, response.headers.get('retry-after'))
    } catch (error) {
      if (request.signal?.aborted) throw request.signal.reason ?? error
      return noResponse
    }
  }
