import t from 'tap'
import { limitPageRequests, pageAnswer } from './limit-page-requests.ts'

t.test('requests of pages have a timeout; those of files and calls with such a name keep their options', async (t) => {
  const seen: (RequestInit | undefined)[] = []
  const window = {
    fetch: async (_input: unknown, init?: RequestInit) => {
      seen.push(init)
      return new Response()
    },
  }
  t.intercept(globalThis, 'window', { configurable: true, value: window })
  limitPageRequests()
  const fetch = window.fetch as unknown as typeof globalThis.fetch
  const asked = async (url: string, init?: RequestInit) => {
    await fetch(url, init)
    return seen.at(-1)
  }
  t.ok((await asked('/platform/files/index.pageContext.json?view=1'))?.signal instanceof AbortSignal)
  t.equal(await asked('/api/ping'), undefined)
  const init = { headers: { range: 'bytes=0-9' } }
  t.equal(await asked('/file/1/index.pageContext.json', init), init)
  t.equal(await asked('/api/search?query=index.pageContext.json', init), init)
})

t.test('the answer to a request for a page is known until the next one, which may have none', async (t) => {
  const answers = [new Response('{}', { status: 500 }), new Response(), null]
  const value = async () => answers.shift() ?? Promise.reject(new TypeError('Failed to fetch'))
  const window = { fetch: value as (input: string) => Promise<Response> }
  t.intercept(globalThis, 'window', { configurable: true, value: window })
  limitPageRequests()
  await window.fetch('/index.pageContext.json')
  t.equal(pageAnswer?.status, 500)
  await window.fetch('/api/ping')
  t.equal(pageAnswer?.status, 500)
  await t.rejects(window.fetch('/index.pageContext.json'))
  t.equal(pageAnswer, null)
})

t.test('an answer that comes after the next request for a page is not the answer to that one', async (t) => {
  const slow = Promise.withResolvers<Response>()
  const value = (input: string) => (input.startsWith('/a/') ? slow.promise : Promise.reject(new TypeError('offline')))
  const window = { fetch: value }
  t.intercept(globalThis, 'window', { configurable: true, value: window })
  limitPageRequests()
  const first = window.fetch('/a/index.pageContext.json')
  await t.rejects(window.fetch('/b/index.pageContext.json'))
  slow.resolve(new Response('{}', { status: 500 }))
  t.equal((await first).status, 500, 'for who asked for it')
  t.equal(pageAnswer, null)
})
