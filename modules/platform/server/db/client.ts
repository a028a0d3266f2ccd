import pg from 'pg'

/** Longest time of a statement in ms; the server itself ends it (SECURITY.md §4). */
export const statementTimeoutMs = 15_000
/** Longest wait for a new connection, or for a free one of the pool (R16). */
export const acquireTimeoutMs = 5_000
/** What the answer may take beyond the statement's own limit. */
const answerMarginMs = 2_000

/** How long the client waits for the answer to a statement that the server ends after `statementMs`; 0: without end. */
const waitFor = (statementMs: number): number => (statementMs === 0 ? 0 : statementMs + answerMarginMs)

class AnswerTimeout extends Error {
  readonly code = 'ETIMEDOUT'
}

interface WithStream {
  connection: { stream: { destroy(error: Error): void } }
}
type AnyQuery = (...given: unknown[]) => unknown
type Callback = (...result: unknown[]) => void

/**
 * A connection that is given up when a statement stays without an answer for longer than the server may work on it: the
 * server hangs, or the network in between lost the connection. Its statements fail as if the connection had broken, and
 * the pool never hands it out again.
 */
export class TimedClient extends pg.Client {
  private answerTimeoutMs = waitFor(statementTimeoutMs)

  /** Fits the wait for answers to the session's or transaction's `statement_timeout`, in ms; 0: none. */
  expectStatementTimeout(statementMs: number): void {
    this.answerTimeoutMs = waitFor(statementMs)
  }

  override query = ((...given: unknown[]): unknown => {
    const send = super.query.bind(this) as AnyQuery
    const limit = this.answerTimeoutMs
    if (limit === 0) return send(...given)
    const timer = setTimeout(() => this.giveUp(limit), limit)
    const stop = () => clearTimeout(timer)
    const callback = given.at(-1)
    if (typeof callback === 'function')
      return send(...given.slice(0, -1), (...result: unknown[]) => {
        stop()
        ;(callback as Callback)(...result)
      })
    const answer = send(...given)
    if (answer instanceof Promise) answer.then(stop, stop)
    else stop()
    return answer
  }) as pg.Client['query']

  private giveUp(limit: number): void {
    const { stream } = (this as unknown as WithStream).connection
    stream.destroy(new AnswerTimeout(`no answer from the database within ${limit} ms`))
  }
}
