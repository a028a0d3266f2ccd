import pg from 'pg'
import type { TimedClient } from './client.ts'
import { PreparedRead } from './prepared-read.ts'

/** Statements for one connection. Further statements go to another connection, so that the database works on both. */
const maxGroup = 8

/** Words of statements that change something, or wait for other transactions. */
const changesOrWaits =
  /\b(insert|update|delete|merge|lock|for (no key )?update|for (key )?share|pg_(notify|sleep|\w*lock\w*)|nextval|setval)\b/i

/** Whether a statement only reads committed data, so that further statements may be sent before its response. */
export const isReadStatement = (text: string): boolean =>
  /^\s*(select|with)\b/i.test(text) && !changesOrWaits.test(text)

/** Names of reads whose time grows with the size of an account: the reads behind them on the connection would wait. */
const growing = /\.(search|largest|trash-summary|used-by-kind|traffic-days)\b/

interface Waiting {
  statement: pg.QueryConfig
  resolve(result: pg.QueryResult): void
  reject(error: unknown): void
}

type PipelinedClient = TimedClient &
  Pick<pg.PoolClient, 'release'> & {
    query(read: PreparedRead, done: (error: Error | null, result: pg.QueryResult) => void): void
    /** Sends statements without waiting for the answers to earlier ones. */
    pipeline: boolean
    connection: { stream: { cork(): void; uncork(): void } }
  }

const ignore = () => undefined

/**
 * Sends the prepared reads of one turn of the event loop together, reads of concurrent requests included: one write, one
 * wake-up of a database process and one read instead of one for each. Each fails or succeeds on its own.
 */
export class GroupedReads {
  private readonly pool: pg.Pool
  private readonly reads = new Map<string, boolean>()
  private waiting: Waiting[] = []
  constructor(pool: pg.Pool) {
    this.pool = pool
  }

  /** Whether the prepared statement of this name may be sent by `query`. */
  accepts(name: string, text: string): boolean {
    const remembered = this.reads.get(name)
    if (remembered !== undefined) return remembered
    const read = isReadStatement(text) && !growing.test(name)
    this.reads.set(name, read)
    return read
  }

  query(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      if (this.waiting.push({ statement, resolve, reject }) === 1) setImmediate(() => this.send())
    })
  }

  private send(): void {
    const { waiting } = this
    this.waiting = []
    for (let from = 0; from < waiting.length; from += maxGroup)
      void this.sendGroup(waiting.slice(from, from + maxGroup))
  }

  private async sendGroup(group: readonly Waiting[]): Promise<void> {
    const client = await this.connect(group)
    if (!client) return
    // Statements on a lost connection fail themselves.
    client.on('error', ignore)
    client.pipeline = true
    const { stream } = client.connection
    stream.cork()
    let open = group.length
    /** A value could not be sent, or the connection is lost: its next statement would get the responses of this group. */
    let isBroken = false
    const end = (error: Error | null) => {
      open -= 1
      isBroken ||= error !== null && !(error instanceof pg.DatabaseError)
      if (open > 0) return
      client.pipeline = false
      client.removeListener('error', ignore)
      client.release(isBroken)
    }
    for (const { statement, resolve, reject } of group) {
      let isSettled = false
      client.query(new PreparedRead(statement), (error, result) => {
        // pg calls back once more after a value that it could not send.
        if (isSettled) return
        isSettled = true
        if (error) reject(error)
        else resolve(result)
        end(error)
      })
    }
    stream.uncork()
  }

  /** Null when there is no connection. */
  private async connect(group: readonly Waiting[]): Promise<PipelinedClient | null> {
    try {
      return (await this.pool.connect()) as unknown as PipelinedClient
    } catch (error) {
      for (const { reject } of group) reject(error)
      return null
    }
  }
}
