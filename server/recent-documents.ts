import type { FastifyInstance, FastifyRequest } from 'fastify'

export interface Document {
  status: number
  headers: [string, string][]
  body: string
  /** The nonce inside the body; each answer gets one of its own in its place. */
  nonce: string
}

/** What another process or a job changes is seen after this at the latest. */
const maxAge = 1_000
const maxBytes = 16 << 20

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
 * no second rendering. Any call that may have changed something empties it before its answer goes out, so people always
 * see their own writes; a page whose rendering began before that is not kept.
 */
export class RecentDocuments {
  private readonly documents = new Map<string, { document: Document; until: number }>()
  private bytes = 0
  private generation = 0

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
    if (known && known.until > Date.now()) return known.document
    const { generation } = this
    const document = await render()
    if (document.status === 200 && generation === this.generation) this.keep(key, document)
    return document
  }

  private keep(key: string, document: Document): void {
    if (this.bytes > maxBytes) this.clear()
    this.bytes += document.body.length
    this.documents.set(key, { document, until: Date.now() + maxAge })
  }

  private clear(): void {
    this.generation += 1
    this.bytes = 0
    this.documents.clear()
  }
}
