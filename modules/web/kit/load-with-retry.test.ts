import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { loadWithRetry } from './load-with-retry.ts'

/** A loader that fails with these errors in turn, then succeeds. */
const failing = (...errors: string[]) => {
  const calls = { count: 0 }
  const load = async () => {
    const message = errors[calls.count++]
    if (message) throw new Error(message)
    return 'part'
  }
  return { calls, fetch: loadWithRetry(load, 1) }
}
const offline = 'Failed to fetch dynamically imported module: /assets/part.js'

t.test('loadWithRetry: retries once, and again with the next call', async (t) => {
  const once = failing(offline)
  t.equal(await once.fetch(), 'part')
  t.equal(await once.fetch(), 'part')
  t.equal(once.calls.count, 2)
  const longer = failing(offline, offline)
  await t.rejects(longer.fetch(), { message: offline })
  t.equal(await longer.fetch(), 'part')
})

t.test('loadWithRetry: a load that hangs fails in time, and the next call loads again', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const { promise, resolve } = Promise.withResolvers<string>()
  let count = 0
  const fetch = loadWithRetry(() => {
    count += 1
    return promise
  })
  const hanging = t.rejects(fetch(), { message: 'did not answer' })
  // The import begins.
  await turn()
  mock.timers.tick(30_000)
  await hanging
  t.equal(count, 1, 'the same request would be joined')
  const again = fetch()
  resolve('part')
  t.equal(await again, 'part')
  t.equal(count, 2)
})
