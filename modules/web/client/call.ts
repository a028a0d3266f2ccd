import type { BodyOf, EndpointSpec, ParamsOf, QueryOf, ResponseCode, ResultOf } from '../../shared/contract.ts'
import { socketId } from '../realtime/realtime.ts'
import { readCookie } from './cookies.ts'
import { pageAccount } from './page-account.ts'

/**
 * An error response of the server, or no response at all (`status` 0, code `offline`). The message is empty without a
 * response and for the response of a proxy, which has no JSON body: `errorText` gives the text to show.
 */
export class CallError extends Error {
  readonly status: number
  readonly code: ResponseCode | 'offline'
  readonly errors: Record<string, string[]>
  readonly body: Record<string, unknown>
  /** Seconds to wait before a retry, from `Retry-After`; null without it. */
  readonly retryAfter: number | null
  constructor(status: number, body: Record<string, unknown>, retryAfter: number | null = null) {
    super(typeof body.message === 'string' ? body.message : '')
    this.status = status
    this.code = typeof body.code === 'string' ? (body.code as ResponseCode) : status === 0 ? 'offline' : 'internal'
    this.errors = (body.errors as Record<string, string[]> | undefined) ?? {}
    this.body = body
    this.retryAfter = retryAfter
  }
}

interface CallInput<E extends EndpointSpec> {
  params?: ParamsOf<E>
  query?: QueryOf<E>
  body?: BodyOf<E>
  signal?: AbortSignal
  /** A small request survives the page, which may be left at any moment. */
  keepalive?: boolean
  /** A change that may be sent again: it has the timeout of a read, so that nothing waits for it without end. */
  isRepeatable?: boolean
  /** The read is about whoever is signed in now, who may not be the account of this page. */
  forAnyAccount?: boolean
}

/** Browsers reject larger bodies of requests that survive their page: all of a page may have 64 KiB together. */
const maxKeepaliveChars = 16_000

/** Time in ms after which a read that the server has not answered fails like one without a connection. */
const readTimeoutMs = 30_000

/** A signal that also aborts after the timeout of a read; other changes have none, because they may be carried out late. */
const withTimeout = (signal: AbortSignal | undefined, isEndless: boolean) => {
  if (isEndless) return { signal, end: () => {} }
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), readTimeoutMs)
  return { signal: AbortSignal.any([timeout.signal, ...(signal ? [signal] : [])]), end: () => clearTimeout(timer) }
}

/** The page's account. The server rejects calls when another account is signed in: another tab may have changed it. */
const accountHeaders = (): Record<string, string> => {
  const account = pageAccount()
  return account ? { 'X-Account-Id': account } : {}
}

/** Headers that every mutating call sends. */
export const securityHeaders = (): Record<string, string> => {
  const socket = socketId()
  return {
    'X-Requested-With': 'XMLHttpRequest',
    'X-XSRF-TOKEN': readCookie('XSRF-TOKEN') ?? '',
    ...accountHeaders(),
    ...(socket ? { 'X-Socket-Id': socket } : {}),
  }
}

const urlOf = (spec: EndpointSpec, input: { params?: object; query?: object }): string => {
  const path = spec.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((input.params as Record<string, unknown> | undefined)?.[name] ?? '')),
  )
  const pairs = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  const query = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return query ? `${path}?${query}` : path
}

const bodyOf = (response: Response, text: string): Record<string, unknown> =>
  text && response.headers.get('content-type')?.includes('json') ? (JSON.parse(text) as Record<string, unknown>) : {}

/** The error of a response whose body is `text`. */
export const errorOfResponse = (response: Response, text: string): CallError =>
  new CallError(response.status, bodyOf(response, text), Number(response.headers.get('retry-after')) || null)

/** Calls an endpoint of a contract: `await call(createFolder, { body: { name } })`. Throws `CallError`. */
export const call = async <E extends EndpointSpec>(spec: E, input: CallInput<E> = {}): Promise<ResultOf<E>> => {
  const mutates = spec.method !== 'GET'
  let response: Response
  let text: string
  const { signal, end } = withTimeout(input.signal, mutates && !input.isRepeatable)
  const content = input.body === undefined ? null : JSON.stringify(input.body)
  try {
    response = await fetch(urlOf(spec, input as { params?: object; query?: object }), {
      method: spec.method,
      credentials: 'same-origin',
      headers: {
        Accept: 'application/json',
        'X-Requested-With': 'XMLHttpRequest',
        ...(mutates ? securityHeaders() : input.forAnyAccount ? {} : accountHeaders()),
        ...(content === null ? {} : { 'Content-Type': 'application/json' }),
      },
      body: content,
      signal: signal ?? null,
      keepalive: !!input.keepalive && (content ?? '').length <= maxKeepaliveChars,
    })
    text = await response.text()
  } catch (error) {
    if (input.signal?.aborted) throw error
    throw new CallError(0, {})
  } finally {
    end()
  }
  if (!response.ok) throw errorOfResponse(response, text)
  return bodyOf(response, text) as unknown as ResultOf<E>
}
