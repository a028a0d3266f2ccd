import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Sql } from '../db/db.ts'
import type { Logger } from '../logger.ts'
import type { RealtimeBroadcast } from './message.ts'

/** Time between two queries that check the connection, and time for the response. */
const [beatMs, responseTimeoutMs] = [20_000, 10_000]

const channel = 'coffer_realtime'
/** PostgreSQL rejects notifications of 8,000 bytes. */
const maxPayloadBytes = 7_900
const minRetryDelayMs = 250
const maxRetryDelayMs = 10_000

interface Envelope {
  /** The sending process, which has already delivered the message to its own sockets. */
  from: string
  /** Null: messages of this process were lost. */
  message: RealtimeBroadcast | null
}

interface FanOutDeps {
  url: string
  db: Sql
  log: Logger
  receive(message: RealtimeBroadcast): void
  /** Called when messages of other processes are lost: after a reconnect, and when another process could not send. */
  missed(): void
}

/** Sends messages to the other processes of this database by LISTEN/NOTIFY, over one connection per process. */
export class FanOut {
  private readonly self = randomUUID()
  private readonly deps: FanOutDeps
  private readonly sending = new Set<Promise<unknown>>()
  private client: pg.Client | null = null
  private timer: NodeJS.Timeout | null = null
  private lossTimer: NodeJS.Timeout | null = null
  private retryDelayMs = minRetryDelayMs
  private stopped = false
  constructor(deps: FanOutDeps) {
    this.deps = deps
  }

  /** Resolves after the first connection attempt; retries in the background when the database is unavailable. */
  async start({ isReconnect = false } = {}): Promise<void> {
    const client = new pg.Client({ connectionString: this.deps.url, keepAlive: true, connectionTimeoutMillis: 5_000 })
    let isLost = false
    const lost = (error?: Error) => {
      // A connection that was given up may fail minutes later, when another connection has replaced it.
      if (isLost) return
      isLost = true
      if (this.client === client) this.client = null
      client.end().catch(() => undefined)
      if (this.stopped || this.timer) return
      this.deps.log.warn({ err: error }, 'the realtime connection between processes was lost')
      this.timer = setTimeout(() => {
        this.timer = null
        void this.start({ isReconnect: true })
      }, this.retryDelayMs).unref()
      this.retryDelayMs = Math.min(this.retryDelayMs * 2, maxRetryDelayMs)
    }
    client.on('error', lost)
    client.on('notification', ({ payload }) => this.receive(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      return lost(error as Error)
    }
    if (this.stopped) return void client.end().catch(() => undefined)
    this.client = client
    client.on('end', () => lost())
    this.watch(client, lost)
    this.retryDelayMs = minRetryDelayMs
    if (isReconnect) this.deps.missed()
  }

  /** Queries the listening connection regularly: otherwise, if a router dropped it, it would look open for hours. */
  private watch(client: pg.Client, lost: (error: Error) => void): void {
    const beat = setInterval(() => {
      if (this.client !== client) return clearInterval(beat)
      const timer = setTimeout(() => lost(new Error('no response')), responseTimeoutMs).unref()
      client.query('select 1').then(
        () => clearTimeout(timer),
        () => clearTimeout(timer),
      )
    }, beatMs).unref()
  }

  /** Never throws. When it fails, the other processes learn later that they have missed something. */
  send(message: RealtimeBroadcast): void {
    const payload = JSON.stringify({ from: this.self, message } satisfies Envelope)
    if (Buffer.byteLength(payload) <= maxPayloadBytes)
      return void this.notify(payload).then((sent) => sent || this.lost())
    this.deps.log.error({ event: message.event }, 'realtime message is too long')
    this.lost()
  }

  async stop(): Promise<void> {
    this.stopped = true
    if (this.timer) clearTimeout(this.timer)
    if (this.lossTimer) clearTimeout(this.lossTimer)
    await Promise.all(this.sending)
    await this.client?.end().catch(() => undefined)
  }

  private notify(payload: string): Promise<boolean> {
    const work = this.deps.db
      .query('select pg_notify($1, $2)', [channel, payload], 'realtime-notify')
      .then(
        () => true,
        (error: unknown) => {
          this.deps.log.warn({ err: error }, 'realtime message not sent')
          return false
        },
      )
      .finally(() => this.sending.delete(work))
    this.sending.add(work)
    return work
  }

  /** Tells the other processes of lost messages, until it succeeds. */
  private lost(delayMs = minRetryDelayMs): void {
    if (this.stopped || this.lossTimer) return
    this.lossTimer = setTimeout(async () => {
      const sent = await this.notify(JSON.stringify({ from: this.self, message: null } satisfies Envelope))
      this.lossTimer = null
      if (!sent) this.lost(Math.min(2 * delayMs, maxRetryDelayMs))
    }, delayMs).unref()
  }

  private receive(payload: string): void {
    const { from, message } = JSON.parse(payload) as Envelope
    if (from === this.self) return
    if (message) this.deps.receive(message)
    else this.deps.missed()
  }
}
