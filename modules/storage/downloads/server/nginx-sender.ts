import type { FastifyInstance, FastifyRequest } from 'fastify'
import { blobPathOf, declarePublic, localBlobs, type Platform, randomToken } from '../../../platform/index.ts'
import { dayMs } from '../../../shared/contract.ts'

/** Time after which an unreported transfer counts as sent, so that a proxy that never reports cannot bypass limits. */
const reportTimeoutMs = dayMs
const topic = 'nginx-sent'

interface Transfer {
  onSent(bytes: number): void
  timer: NodeJS.Timeout
}

/**
 * Lets nginx send the content of files from the local disk (`X-Accel-Redirect`, docs/install.md). nginx answers ranges with
 * the headers it is given, and reports the number of bytes it has sent, which are counted as if the server had sent them.
 */
export class NginxSender {
  private readonly transfers = new Map<string, Transfer>()
  private readonly location: string
  private readonly workers: Platform['workers']
  constructor(location: string, workers: Platform['workers']) {
    this.location = location
    this.workers = workers
    workers.listen(topic, (report) => {
      const [id = '', bytes] = report.split(' ')
      this.settle(id, Number(bytes))
    })
  }

  /** Null where the configuration has no such location, or files are in an object store. */
  static of({ config, workers }: Pick<Platform, 'config' | 'workers'>): NginxSender | null {
    const { xAccelRedirect, blobUrl, blobUrlPrevious } = config
    return xAccelRedirect !== null && blobUrl === localBlobs && blobUrlPrevious === null
      ? new NginxSender(xAccelRedirect, workers)
      : null
  }

  /** Headers that make nginx send the blob; null for a request that no trusted proxy has forwarded. */
  handOver(request: FastifyRequest, key: string, transfer: { length: number; onSent(bytes: number): void }) {
    if ((request.ips?.length ?? 0) < 2) return null
    const id = randomToken(32)
    const timer = setTimeout(() => this.settle(id, transfer.length), reportTimeoutMs).unref()
    this.transfers.set(id, { onSent: transfer.onSent, timer })
    const headers: Record<string, string | number> = {
      'x-accel-redirect': `${this.location}/${blobPathOf(key)}`,
      'x-coffer-transfer': id,
      'content-length': 0,
    }
    return { headers, cancel: () => this.settle(id, 0) }
  }

  /** Ends a transfer with the bytes that were sent; false for an unknown one. */
  settle(id: string, bytes: number): boolean {
    const transfer = this.transfers.get(id)
    if (!transfer) return false
    this.transfers.delete(id)
    clearTimeout(transfer.timer)
    transfer.onSent(bytes)
    return true
  }

  /** Ends a transfer that nginx reports. False for an unknown one; with several processes another one may know it. */
  report(id: string, bytes: number): boolean {
    if (this.settle(id, bytes)) return true
    this.workers.tell(topic, `${id} ${bytes}`)
    return this.workers.isShared
  }

  /** Ends all transfers. The ones that nginx has not reported yet count as not sent. */
  stop(): void {
    for (const id of [...this.transfers.keys()]) this.settle(id, 0)
  }
}

/** The route by which nginx reports transfers. Their ids are secrets that only nginx has seen. */
export const registerNginxReports = (app: FastifyInstance, nginx: NginxSender): void => {
  app.register(async (scope) => {
    declarePublic(scope)
    scope.post('/x-accel/sent', async ({ headers }, reply) => {
      const bytes = Number(headers['x-coffer-sent'])
      const isKnown = Number.isSafeInteger(bytes) && nginx.report(String(headers['x-coffer-transfer']), bytes)
      return reply.status(isKnown ? 204 : 404).send()
    })
  })
}
