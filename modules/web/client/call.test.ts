import { mock } from 'node:test'
import t from 'tap'
import { type CallError, call } from './call.ts'
import { setPageAccount } from './page-account.ts'

t.test('call: a read that is never answered fails after 30 s; an aborted one rejects with its reason', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  t.intercept(globalThis, 'fetch', {
    configurable: true,
    value: (_url: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  })
  const read = { method: 'GET', path: '/api/x', access: 'public', summary: '', response: { 200: null }, errors: [] }
  const waiting = call(read as never) as Promise<unknown>
  mock.timers.tick(29_000)
  const state = await Promise.race([waiting.catch(() => 'failed'), Promise.resolve('waiting')])
  t.equal(state, 'waiting')
  const failed = waiting.catch((error: CallError) => error)
  mock.timers.tick(1_000)
  t.match(await failed, { status: 0, code: 'offline' })
  t.intercept(globalThis, 'document', { configurable: true, value: { cookie: '' } })
  const change = call({ ...read, method: 'POST' } as never, { isRepeatable: true } as never) as Promise<unknown>
  const ended = change.catch((error: CallError) => error)
  mock.timers.tick(30_000)
  t.match(await ended, { status: 0, code: 'offline' }, 'so does a change that may be repeated')
  const abort = new AbortController()
  const aborted = call(read as never, { signal: abort.signal } as never) as Promise<unknown>
  abort.abort(new Error('left'))
  await t.rejects(aborted, { message: 'left' })
})

t.test('call: a small request survives its page; browsers would reject a large one', async (t) => {
  const sent: boolean[] = []
  t.intercept(globalThis, 'fetch', {
    configurable: true,
    value: async (_url: string, { keepalive = false }: RequestInit) => {
      sent.push(keepalive)
      return new Response('{}', { headers: { 'content-type': 'application/json' } })
    },
  })
  t.intercept(globalThis, 'document', { configurable: true, value: { cookie: '' } })
  const change = { method: 'PUT', path: '/api/x', access: 'session', summary: '', response: { 200: null }, errors: [] }
  const put = (body: unknown, { keepalive = false } = {}) => call(change as never, { body, keepalive } as never)
  await put({ name: 'x' })
  await put({ name: 'x' }, { keepalive: true })
  await put({ name: '\u{1F600}'.repeat(20_000) }, { keepalive: true })
  t.same(sent, [false, true, false])
})

t.test('call: names the account of its page, except where it asks who is signed in', async (t) => {
  const sent: (string | undefined)[] = []
  t.intercept(globalThis, 'fetch', {
    configurable: true,
    value: async (_url: string, { headers }: { headers: Record<string, string> }) => {
      sent.push(headers['X-Account-Id'])
      return new Response('{}', { headers: { 'content-type': 'application/json' } })
    },
  })
  t.intercept(globalThis, 'document', { configurable: true, value: { cookie: '' } })
  const spec = (method: string) => ({ method, path: '/api/x', response: { 200: null } }) as never
  await call(spec('PUT'))
  setPageAccount('a')
  t.teardown(() => setPageAccount(''))
  await call(spec('PUT'))
  await call(spec('GET'))
  await call(spec('GET'), { forAnyAccount: true })
  t.same(sent, [undefined, 'a', 'a', undefined])
})
