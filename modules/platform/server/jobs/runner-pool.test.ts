import type pg from 'pg'
import t from 'tap'
import { testDatabase } from '../../../../tests/support/database.ts'
import { createLogger } from '../logger.ts'
import { createSchema, startRunner } from './runner.ts'
import { openRunnerPool } from './runner-pool.ts'

t.test('R10: a database that goes away while a runner that stops begins to listen ends nothing else', async (t) => {
  const { url } = await testDatabase(t)
  const log = createLogger({ level: 'silent', pretty: false })
  await createSchema(url)
  const pool = openRunnerPool(url, 4, log)
  const listening = Promise.withResolvers<pg.PoolClient>()
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((text: unknown, ...others: unknown[]) => {
      if (typeof text !== 'string' || !text.startsWith('LISTEN')) return query(text, ...others)
      listening.resolve(client)
      return query(`select pg_sleep(600); ${text}`, ...others)
    }) as typeof client.query
  })
  const unhandled: unknown[] = []
  const onUnhandled = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', onUnhandled)
  t.teardown(() => process.off('unhandledRejection', onUnhandled))

  const handlers = { nothing: async () => undefined }
  const options = { pool, handlers, concurrency: 1, log, isStopping: () => true, created: () => undefined }
  const runner = await startRunner(options)
  const client = (await listening.promise) as pg.PoolClient & { connection: { stream: { destroy(): void } } }
  const stopped = runner.stop()
  client.connection.stream.destroy()
  await stopped
  await pool.end()
  t.same(unhandled, [], 'its connection is released twice, which is nothing')
})
