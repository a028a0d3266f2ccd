import { AsyncResource } from 'node:async_hooks'
import type pg from 'pg'
import { TimedClient } from '../db/client.ts'
import type { Tracing } from './tracing.ts'

const maxTextLength = 2_000

type AnyQuery = (...given: unknown[]) => unknown

const textOf = (query: unknown): string => {
  const text = typeof query === 'string' ? query : (query as { text?: unknown } | null)?.text
  return typeof text === 'string' ? text.trim() : ''
}

/** A connection with a span for each statement within a request or job. Spans do not contain values of parameters. */
export const tracedClient = (tracing: Tracing): typeof TimedClient =>
  class extends TimedClient {
    constructor(...given: ConstructorParameters<typeof TimedClient>) {
      super(...given)
      const send = this.query.bind(this) as AnyQuery
      this.query = ((...all: unknown[]): unknown => {
        const text = textOf(all[0])
        const operation = (/^\w+/.exec(text)?.[0] ?? 'statement').toUpperCase()
        const end = tracing.start(operation, 'client', {
          'db.system.name': 'postgresql',
          'db.operation.name': operation,
          'db.query.text': text.slice(0, maxTextLength),
        })
        if (!end) return send(...all)
        const callback = all.at(-1)
        if (typeof callback === 'function')
          return send(...all.slice(0, -1), (error: unknown, ...result: unknown[]) => {
            end(error ?? undefined)
            callback(error, ...result)
          })
        const response = send(...all)
        if (response instanceof Promise) response.then(() => end(), end)
        else end()
        return response
      }) as TimedClient['query']
    }
  }

/** Callbacks of requests that wait for a connection run in their own context, not in the context of who released it. */
export const keepAsyncContexts = (pool: pg.Pool): void => {
  const connect = pool.connect.bind(pool) as AnyQuery
  pool.connect = ((callback?: (...result: unknown[]) => void) =>
    callback ? connect(AsyncResource.bind(callback)) : connect()) as pg.Pool['connect']
}
