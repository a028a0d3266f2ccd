import { randomInt } from 'node:crypto'

export interface ApiResponse<Body = unknown> {
  status: number
  headers: Headers
  /** Parsed JSON, else the text. */
  body: Body
}

interface CallOptions {
  headers?: Record<string, string>
  /** Query of the URL. */
  query?: Record<string, string | number | boolean>
}

const csrfCookie = 'XSRF-TOKEN'

/** An HTTP client with a cookie jar and the CSRF header, as a browser. Does not follow redirects. */
export class Client {
  /** Its own IP address, sent as by a proxy, so that limits per network count each client separately. */
  private readonly address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
  private readonly origin: () => string
  private readonly jar = new Map<string, string>()
  private bearer: string | null = null

  /** `origin` is called for each request: a restarted server may have another port. */
  constructor(origin: string | (() => string)) {
    this.origin = typeof origin === 'string' ? () => origin : origin
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.jar
  }

  /** A client with a personal token and no cookies. */
  withToken(token: string): Client {
    const client = new Client(this.origin)
    client.bearer = token
    return client
  }

  /** Takes over a browser's cookies, and so its session. */
  withCookies(cookies: readonly { name: string; value: string }[]): this {
    for (const { name, value } of cookies) this.jar.set(name, value)
    return this
  }

  /** The unparsed response, for downloads and unusual requests. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.jar.size > 0 && !headers.has('cookie')) headers.set('cookie', this.cookieHeader())
    if (this.bearer && !headers.has('authorization')) headers.set('authorization', `Bearer ${this.bearer}`)
    if (!headers.has('x-forwarded-for')) headers.set('x-forwarded-for', this.address)
    const token = this.jar.get(csrfCookie)
    if (token && !headers.has('x-xsrf-token')) headers.set('x-xsrf-token', decodeURIComponent(token))
    const answer = await fetch(new URL(path, this.origin()), { redirect: 'manual', ...init, headers })
    for (const line of answer.headers.getSetCookie()) this.keep(line)
    return answer
  }

  get<Body = unknown>(path: string, options?: CallOptions): Promise<ApiResponse<Body>> {
    return this.call<Body>('GET', path, undefined, options)
  }
  post<Body = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse<Body>> {
    return this.call<Body>('POST', path, body ?? {}, options)
  }
  put<Body = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse<Body>> {
    return this.call<Body>('PUT', path, body ?? {}, options)
  }
  patch<Body = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse<Body>> {
    return this.call<Body>('PATCH', path, body ?? {}, options)
  }
  delete<Body = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse<Body>> {
    return this.call<Body>('DELETE', path, body, options)
  }

  /** Sends and parses JSON. Fetches a CSRF token first if one is needed and missing. */
  async call<Body = unknown>(
    method: string,
    path: string,
    body: unknown,
    options: CallOptions = {},
  ): Promise<ApiResponse<Body>> {
    if (method !== 'GET' && !this.bearer && !this.jar.has(csrfCookie)) await this.fetch('/api/csrf')
    const url = new URL(path, this.origin())
    for (const [name, value] of Object.entries(options.query ?? {})) url.searchParams.set(name, String(value))
    const answer = await this.fetch(`${url.pathname}${url.search}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const json = answer.headers.get('content-type')?.includes('json') && text !== ''
    return { status: answer.status, headers: answer.headers, body: (json ? JSON.parse(text) : text) as Body }
  }

  cookieHeader(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';')
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    const ended = attributes.some((text) => {
      const [key = '', set = ''] = text.trim().split('=')
      return (/^max-age$/i.test(key) && Number(set) <= 0) || (/^expires$/i.test(key) && Date.parse(set) <= Date.now())
    })
    if (ended || value === '') this.jar.delete(name)
    else this.jar.set(name, value)
  }
}
