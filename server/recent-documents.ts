import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PageBody } from './page-body.ts'

export interface Document {
  status: number
  headers: [string, string][]
  body: PageBody
}

/** What another process or a job changes is seen after this at the latest. */
const maxAge = 1_000
/** From this age on, whoever asks has it rendered anew and does not wait for that. */
const renewAge = 800
const maxBytes = 16 << 20

interface Kept {
  document: Document
  /** When its rendering began, ms. */
  from: number
}
interface Rendering {
  done: Promise<Document>
  from: number
}

/** Everything an answer depends on besides the data: who asks, with which cookies, languages and address. */
const keyOf = ({ url, headers, principal }: FastifyRequest): string =>
  JSON.stringify([
    url,
    headers.cookie,
    headers.authorization,
    headers['accept-language'],
    principal?.userId,
    principal?.role,
  ])

/**
 * Pages of the last second, each for the very same request: a reload, a second tab, a link that many open at once cost
 * no second rendering, and many who come at the same time wait for one. Any call that may have changed something empties
 * it before its answer goes out, so people always see their own writes; a page whose rendering began before that is
 * neither kept nor waited for.
 */
export class RecentDocuments {
  private readonly documents = new Map<string, Kept>()
  private readonly rendering = new Map<string, Rendering>()
  private bytes = 0

  constructor(app: FastifyInstance) {
    app.addHook('onSend', async ({ method }) => {
      if (method !== 'GET' && method !== 'HEAD') this.clear()
    })
  }

  /**
   * The document of an equal request, or `render`ed anew; only complete pages (200) are kept. `own`: what the answer
   * depends on where that is less than the whole request; null keeps nothing.
   */
  async get(request: FastifyRequest, render: () => Promise<Document>, own?: string | null): Promise<Document> {
    if (own === null) return render()
    const key = own ?? keyOf(request)
    const known = this.documents.get(key)
    const age = known ? performance.now() - known.from : maxAge
    if (!known || age >= maxAge) return this.renew(key, render)
    // Those who share a page come one after the other; somebody alone hardly asks for the same again.
    if (own && age >= renewAge)
      this.renew(key, render).catch((error: unknown) => request.log.error({ err: error }, 'a page was not renewed'))
    return known.document
  }

  /** Rendered now, once for all who ask meanwhile. */
  private renew(key: string, render: () => Promise<Document>): Promise<Document> {
    const running = this.rendering.get(key)
    if (running && performance.now() - running.from < maxAge) return running.done
    const from = performance.now()
    const mine: Rendering = { from, done: render() }
    this.rendering.set(key, mine)
    const end = (document?: Document) => {
      if (this.rendering.get(key) !== mine) return
      this.rendering.delete(key)
      if (document?.status === 200) this.keep(key, { document, from })
    }
    mine.done.then(end, () => end())
    return mine.done
  }

  private keep(key: string, kept: Kept): void {
    if (this.bytes > maxBytes) this.forget()
    this.bytes += kept.document.body.size - (this.documents.get(key)?.document.body.size ?? 0)
    this.documents.set(key, kept)
  }

  private clear(): void {
    this.rendering.clear()
    this.forget()
  }

  private forget(): void {
    this.bytes = 0
    this.documents.clear()
  }
}
