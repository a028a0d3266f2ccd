import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Platform } from '../modules/platform/index.ts'
import type { NonceTemplate } from './nonce-template.ts'

export interface RenderedPage {
  status: number
  headers: [string, string][]
  body: NonceTemplate
}

/** Upper bound for the delay until a page shows a change of another process or a job. */
const maxAgeMs = 1_000
/** From this age on, a request is still answered from the cache and starts a new rendering. */
const revalidateAgeMs = 800
const maxBytes = 16 << 20
const topic = 'page-cache'

interface CachedPage {
  page: RenderedPage
  /** When its rendering began (`now`). */
  startedAt: number
}
interface Rendering {
  done: Promise<RenderedPage>
  startedAt: number
}

/** Everything that a page depends on besides the data: caller, cookies, languages and URL. */
const keyOf = ({ url, headers, principal }: FastifyRequest): string =>
  JSON.stringify([
    url,
    headers.cookie,
    headers['accept-language'],
    // Embedded pages have no cookie notice.
    headers['sec-fetch-dest'],
    principal?.userId,
    principal?.role,
  ])

/**
 * Caches rendered pages for one second, each for identical requests: a reload, a second tab or a link that many people open
 * at once cost no second rendering, and concurrent requests wait for the same one. Every request that may have changed data
 * empties the cache before its response is sent, so people always see their own writes; a rendering that began before the
 * write is neither cached nor shared. Where several processes serve, the others learn of a write a moment after its response:
 * they cache only pages that are the same for all visitors.
 */
export class PageCache {
  private readonly pages = new Map<string, CachedPage>()
  private readonly renderings = new Map<string, Rendering>()
  private bytes = 0
  private sweep: NodeJS.Timeout | null = null
  private readonly workers: Platform['workers']
  private readonly now: () => number

  /** `now`: a monotonic clock, in milliseconds. */
  constructor(app: FastifyInstance, workers: Platform['workers'], now = () => performance.now()) {
    this.workers = workers
    this.now = now
    workers.listen(topic, () => this.clear())
    app.addHook('onSend', ({ method }, _reply, payload, done) => {
      if (method !== 'GET' && method !== 'HEAD') {
        this.clear()
        workers.tell(topic)
      }
      done(null, payload)
    })
  }

  /**
   * The cached page of an identical request, or the result of `render`. Only pages with status 200 are cached. `sharedKey`:
   * key of a page that depends on less than the whole request; null disables the cache. Several processes
   * cache no others.
   */
  async get(
    request: FastifyRequest,
    render: () => Promise<RenderedPage>,
    sharedKey?: string | null,
  ): Promise<RenderedPage> {
    const key = sharedKey === undefined && !this.workers.isShared ? keyOf(request) : sharedKey
    if (!key) return render()
    const cached = this.pages.get(key)
    const ageMs = cached ? this.now() - cached.startedAt : maxAgeMs
    if (!cached || ageMs >= maxAgeMs) return this.render(key, render)
    // Only shared pages are renewed ahead of time: a single person rarely asks for the same page again.
    if (sharedKey && ageMs >= revalidateAgeMs)
      this.render(key, render).catch((error: unknown) => request.log.error({ err: error }, 'page revalidation failed'))
    return cached.page
  }

  /** Number of cached pages. */
  get size(): number {
    return this.pages.size
  }

  /** Renders now, or joins a rendering that began within the last second. */
  private render(key: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
    const running = this.renderings.get(key)
    if (running && this.now() - running.startedAt < maxAgeMs) return running.done
    const startedAt = this.now()
    const rendering: Rendering = { startedAt, done: render() }
    this.renderings.set(key, rendering)
    const finish = (page?: RenderedPage) => {
      if (this.renderings.get(key) !== rendering) return
      this.renderings.delete(key)
      if (page?.status === 200) this.store(key, { page, startedAt })
    }
    rendering.done.then(finish, () => finish())
    return rendering.done
  }

  private store(key: string, cached: CachedPage): void {
    if (this.bytes > maxBytes) this.evictAll()
    this.bytes += cached.page.body.size - (this.pages.get(key)?.page.body.size ?? 0)
    this.pages.set(key, cached)
    this.scheduleSweep()
  }

  /** Drops pages that are too old to be served: without requests nothing else would free their memory. */
  private scheduleSweep(): void {
    this.sweep ??= setTimeout(() => {
      this.sweep = null
      const now = this.now()
      for (const [key, { page, startedAt }] of this.pages) {
        if (now - startedAt < maxAgeMs) continue
        this.pages.delete(key)
        this.bytes -= page.body.size
      }
      if (this.pages.size > 0) this.scheduleSweep()
    }, maxAgeMs).unref()
  }

  /** Also drops renderings that began before. */
  clear(): void {
    this.renderings.clear()
    this.evictAll()
  }

  private evictAll(): void {
    this.bytes = 0
    this.pages.clear()
  }
}
