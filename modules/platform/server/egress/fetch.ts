import type { Egress } from './egress.ts'

/** The part of a `fetch` call that clients of identity providers use. */
interface FetchOptions {
  method?: string
  headers?: Record<string, string>
  body?: unknown
  signal?: AbortSignal
}

const maxBodyBytes = 1024 * 1024
/** Statuses whose responses have no body. */
const bodiless = new Set([204, 205, 304])

const bytesOf = (body: unknown): string | Buffer | undefined =>
  Buffer.isBuffer(body) ? body : body === undefined || body === null ? undefined : String(body)

/** `fetch` over the egress, for libraries that accept one: small bodies, no redirects. Rejects with `EgressError`. */
export const egressFetch =
  (egress: Egress) =>
  async (url: string | URL, { method = 'GET', headers = {}, body, signal }: FetchOptions = {}): Promise<Response> => {
    const request = { method, headers, body: bytesOf(body), ...(signal ? { signal } : {}) }
    const response = await egress.send(String(url), request)
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of response.body) {
      bytes += chunk.length
      if (bytes > maxBodyBytes) {
        response.close()
        throw new Error(`${new URL(url).host} sent more than ${maxBodyBytes} bytes`)
      }
      chunks.push(chunk)
    }
    const responseHeaders = Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    const { status } = response
    return new Response(bodiless.has(status) ? null : Buffer.concat(chunks), { status, headers: responseHeaders })
  }
