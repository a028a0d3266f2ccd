import t, { type Test } from 'tap'
import { loadTranslations } from './translations.ts'

/** Stubs `fetch` with these responses in turn; `null` is a network error. */
const stubFetch = (t: Test, ...responses: (Response | null)[]): string[] => {
  const requested: string[] = []
  const before = globalThis.fetch
  globalThis.fetch = (async (url: string) => {
    requested.push(url)
    const response = responses.shift()
    if (!response) throw new TypeError('Failed to fetch')
    return response
  }) as typeof fetch
  t.teardown(() => {
    globalThis.fetch = before
  })
  return requested
}
const texts = () => Response.json({ 'web:kit.close': 'Close' })
const broken = () => new Response('{"web:kit', { headers: { 'content-type': 'application/json' } })

t.test('loadTranslations: retries after network errors, 503, 429 and truncated bodies', async (t) => {
  const requested = stubFetch(
    t,
    null,
    new Response('', { status: 503 }),
    new Response('', { status: 429 }),
    broken(),
    texts(),
  )
  const i18n = await loadTranslations('en', 'v1', [1, 1, 1, 1])
  t.equal(i18n.t('web:kit.close'), 'Close')
  t.same(requested, Array(5).fill('/translations/en?v=v1'))
})

t.test('loadTranslations: does not retry a 404, and gives up after the last delay', async (t) => {
  const once = stubFetch(t, new Response('', { status: 404 }), texts())
  await t.rejects(loadTranslations('xx', 'v1', [1]), /404/)
  t.equal(once.length, 1)
  const thrice = stubFetch(t, null, null, null, texts())
  await t.rejects(loadTranslations('en', 'v1', [1, 1]), /Failed to fetch/)
  t.equal(thrice.length, 3)
})
