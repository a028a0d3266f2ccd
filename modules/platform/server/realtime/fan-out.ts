import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Sql } from '../db/db.ts'
import type { Logger } from '../logger.ts'
import type { RealtimeMessage } from './message.ts'

const channel = 'coffer_realtime'
/** Bytes; PostgreSQL refuses a notification of 8,000. */
const maxPayload = 7_900
const firstRetry = 250
const lastRetry = 10_000

interface Envelope {
  /** Process that sent it: it has delivered to its own sockets already. */
  from: string
  message: RealtimeMessage
}

export interface FanOutDeps {
  url: string
  db: Sql
  log: Logger
  receive(message: RealtimeMessage): void
  /** The line was down for a while: what others sent meanwhile is lost. */
  missed(): void
}

/** Carries messages to the other processes of this database by LISTEN/NOTIFY, over one connection per process. */
export class FanOut {
  private readonly self = randomUUID()
  private readonly deps: FanOutDeps
  private readonly sending = new Set<Promise<unknown>>()
  private client: pg.Client | null = null
  private timer: NodeJS.Timeout | null = null
  private delay = firstRetry
  private stopped = false
  constructor(deps: FanOutDeps) {
    this.deps = deps
  }

  /** Resolves when it listens; tries on by itself when the database is away. */
  async start(again = false): Promise<void> {
    const client = new pg.Client({ connectionString: this.deps.url, keepAlive: true, connectionTimeoutMillis: 5_000 })
    const lost = (error?: Error) => {
      client.removeAllListeners('end')
      if (this.client !== client && error === undefined) return
      this.client = null
      client.end().catch(() => undefined)
      if (this.stopped || this.timer) return
      this.deps.log.warn({ err: error }, 'realtime line between processes is down')
      this.timer = setTimeout(() => {
        this.timer = null
        void this.start(true)
      }, this.delay).unref()
      this.delay = Math.min(this.delay * 2, lastRetry)
    }
    client.on('error', lost)
    client.on('notification', ({ payload }) => this.take(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      return lost(error as Error)
    }
    if (this.stopped) return void client.end().catch(() => undefined)
    this.client = client
    client.on('end', () => lost())
    this.delay = firstRetry
    if (again) this.deps.missed()
  }

  /** Never throws: a message that is lost is made good by the next one, or by a reload. */
  send(message: RealtimeMessage): void {
    const payload = JSON.stringify({ from: this.self, message } satisfies Envelope)
    if (Buffer.byteLength(payload) > maxPayload) {
      this.deps.log.error({ event: message.event }, 'realtime message is too long')
      return
    }
    const work = this.deps.db
      .query('select pg_notify($1, $2)', [channel, payload], 'realtime-notify')
      .catch((error: unknown) => this.deps.log.warn({ err: error }, 'realtime message not sent'))
      .finally(() => this.sending.delete(work))
    this.sending.add(work)
  }

  async stop(): Promise<void> {
    this.stopped = true
    if (this.timer) clearTimeout(this.timer)
    await Promise.all(this.sending)
    await this.client?.end().catch(() => undefined)
  }

  private take(payload: string): void {
    const { from, message } = JSON.parse(payload) as Envelope
    if (from !== this.self) this.deps.receive(message)
  }
}
