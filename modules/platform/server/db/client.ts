import pg from 'pg'

/** Statement timeout, which the database server enforces (docs/security.md). */
export const statementTimeoutMs = 15_000
/** Timeout for a new connection, or a free one of the pool (R16). */
export const acquireTimeoutMs = 5_000
/** Additional time for the response, beyond the statement timeout. */
const responseMarginMs = 2_000

/** How long the client waits for the response to a statement with this timeout; 0: without limit. */
const responseTimeoutFor = (statementMs: number): number => (statementMs === 0 ? 0 : statementMs + responseMarginMs)

class ResponseTimeout extends Error {
  readonly code = 'ETIMEDOUT'
}

interface WithStream {
  connection: { stream: { destroy(error: Error): void } }
}
type AnyQuery = (...given: unknown[]) => unknown
type Callback = (...result: unknown[]) => void

/**
 * A connection that is destroyed when a statement gets no response for longer than the server may work on it: the server
 * hangs, or the network lost the connection. Its statements fail like on a lost connection, and the pool does not use it
 * again.
 */
export class TimedClient extends pg.Client {
  private responseTimeoutMs = responseTimeoutFor(statementTimeoutMs)

  /** Adapts the response timeout to the session's or transaction's `statement_timeout` in ms; 0: none. */
  expectStatementTimeout(statementMs: number): void {
    this.responseTimeoutMs = responseTimeoutFor(statementMs)
  }

  override query = ((...given: unknown[]): unknown => {
    const send = super.query.bind(this) as AnyQuery
    const timeoutMs = this.responseTimeoutMs
    if (timeoutMs === 0) return send(...given)
    const timer = setTimeout(() => this.abandon(timeoutMs), timeoutMs)
    const stop = () => clearTimeout(timer)
    const callback = given.at(-1)
    if (typeof callback === 'function')
      return send(...given.slice(0, -1), (...result: unknown[]) => {
        stop()
        ;(callback as Callback)(...result)
      })
    const response = send(...given)
    if (response instanceof Promise) response.then(stop, stop)
    else stop()
    return response
  }) as pg.Client['query']

  private abandon(timeoutMs: number): void {
    const { stream } = (this as unknown as WithStream).connection
    stream.destroy(new ResponseTimeout(`no response from the database within ${timeoutMs} ms`))
  }
}
