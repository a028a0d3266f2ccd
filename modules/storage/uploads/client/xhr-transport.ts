import { inactivityTimeoutMs, noResponse, responseFrom, type Transport } from './transport.ts'

/** Transport by XMLHttpRequest, the only browser API that reports how many bytes of a body were sent. */
export const xhrTransport =
  (headers: () => Record<string, string>): Transport =>
  (request) =>
    new Promise((resolve, reject) => {
      const { signal } = request
      if (signal?.aborted) return reject(signal.reason)
      const xhr = new XMLHttpRequest()
      let timer: ReturnType<typeof setTimeout> | undefined
      const alive = () => {
        clearTimeout(timer)
        timer = setTimeout(() => xhr.abort(), inactivityTimeoutMs)
      }
      const stop = () => xhr.abort()
      xhr.onloadend = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', stop)
        if (signal?.aborted) return reject(signal.reason)
        if (xhr.status === 0) return resolve(noResponse)
        resolve(responseFrom(xhr.status, xhr.responseText, xhr.getResponseHeader('retry-after')))
      }
      xhr.upload.onprogress = (event) => {
        alive()
        request.onProgress?.(event.loaded)
      }
      xhr.open(request.method, request.url)
      for (const [name, value] of Object.entries({ Accept: 'application/json', ...headers(), ...request.headers }))
        xhr.setRequestHeader(name, value)
      signal?.addEventListener('abort', stop, { once: true })
      alive()
      xhr.send(request.body ?? null)
    })
