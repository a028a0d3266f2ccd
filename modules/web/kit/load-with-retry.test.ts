import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { loadInTime, loadWithRetry } from './load-with-retry.ts'

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

/** A load that is under way until `resolve` is called. */
const hanging = () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const calls = { count: 0 }
  const load = () => {
    calls.count += 1
    return promise
  }
  return { calls, load, resolve }
}
/** Lets this time pass for timers. */
const timePasses = async (ms: number) => {
  await turn()
  mock.timers.tick(ms)
  await turn()
}

t.test('loadWithRetry: code that no person waits for is used however late it arrives', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const { calls, load, resolve } = hanging()
  const arrival = loadWithRetry(load)()
  await timePasses(40_000)
  resolve('part')
  t.equal(await arrival, 'part')
  t.equal(calls.count, 1)
})

t.test('loadInTime: each call waits for half a minute, and the code goes on loading', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const { calls, load, resolve } = hanging()
  const fetch = loadInTime(load)
  const first = t.rejects(fetch(), { message: 'did not answer' })
  await timePasses(29_000)
  const later = fetch()
  await timePasses(2_000)
  await first
  resolve('part')
  t.equal(await later, 'part', 'its own time is not over')
  t.equal(await fetch(), 'part')
  t.equal(calls.count, 1, 'the same request would be joined')
})
