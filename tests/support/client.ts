import { randomInt } from 'node:crypto'

export interface Answer<Body = unknown> {
  status: number
  headers: Headers
  /** Parsed where the answer is JSON, else its text. */
  body: Body
}

export interface CallOptions {
  headers?: Record<string, string>
  /** Query of the address. */
  query?: Record<string, string | number | boolean>
}

const csrfCookie = 'XSRF-TOKEN'

/** What a browser does for a caller, over real HTTP: a cookie jar and the CSRF header. Redirects are not followed. */
export class Client {
  /** Its own address, as a proxy would tell it: limits per network then count each caller by themselves. */
  private readonly address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
  private readonly origin: () => string
  private readonly jar = new Map<string, string>()
  private bearer: string | null = null

  /** `origin` is read at each call: a restarted server may be elsewhere. */
  constructor(origin: string | (() => string)) {
    this.origin = typeof origin === 'string' ? () => origin : origin
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.jar
  }

  /** A caller with a personal token and nothing else. */
  withToken(token: string): Client {
    const client = new Client(this.origin)
    client.bearer = token
    return client
  }

  /** Takes over what a browser has: the caller is in its session then. */
  withCookies(cookies: readonly { name: string; value: string }[]): this {
    for (const { name, value } of cookies) this.jar.set(name, value)
    return this
  }

  /** The plain answer, for downloads and odd requests. */
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

  get<Body = unknown>(path: string, options?: CallOptions): Promise<Answer<Body>> {
    return this.call<Body>('GET', path, undefined, options)
  }
  post<Body = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<Answer<Body>> {
    return this.call<Body>('POST', path, body ?? {}, options)
  }
  put<Body = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<Answer<Body>> {
    return this.call<Body>('PUT', path, body ?? {}, options)
  }
  patch<Body = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<Answer<Body>> {
    return this.call<Body>('PATCH', path, body ?? {}, options)
  }
  delete<Body = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<Answer<Body>> {
    return this.call<Body>('DELETE', path, body, options)
  }

  /** JSON in, JSON out. Asks for a CSRF token first where one is needed and missing. */
  async call<Body = unknown>(
    method: string,
    path: string,
    body: unknown,
    options: CallOptions = {},
  ): Promise<Answer<Body>> {
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
