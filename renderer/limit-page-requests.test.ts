import t from 'tap'
import { limitPageRequests } from './limit-page-requests.ts'

t.test('requests of pages have a timeout; those of files and calls with such a name keep their options', async (t) => {
  const seen: (RequestInit | undefined)[] = []
  const window = { fetch: async (_input: unknown, init?: RequestInit) => void seen.push(init) }
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
