import t, { type Test } from 'tap'
import { loadTranslations } from './translations.ts'

/** Answers the calls one by one; a `null` is a line that fails. */
const server = (t: Test, ...answers: (Response | null)[]): string[] => {
  const asked: string[] = []
  const before = globalThis.fetch
  globalThis.fetch = (async (address: string) => {
    asked.push(address)
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return answer
  }) as typeof fetch
  t.teardown(() => {
    globalThis.fetch = before
  })
  return asked
}
const texts = () => Response.json({ 'web:kit.close': 'Close' })
const broken = () => new Response('{"web:kit', { headers: { 'content-type': 'application/json' } })

t.test('a line that fails, a server that is busy, half an answer: the page gets its texts all the same', async (t) => {
  const asked = server(t, null, new Response('', { status: 503 }), new Response('', { status: 429 }), broken(), texts())
  const i18n = await loadTranslations('en', 'v1', [1, 1, 1, 1])
  t.equal(i18n.t('web:kit.close'), 'Close')
  t.same(asked, Array(5).fill('/translations/en?v=v1'))
})

t.test('what is refused is not asked for again, and at some time it is enough', async (t) => {
  const once = server(t, new Response('', { status: 404 }), texts())
  await t.rejects(loadTranslations('xx', 'v1', [1]), /404/)
  t.equal(once.length, 1)
  const thrice = server(t, null, null, null, texts())
  await t.rejects(loadTranslations('en', 'v1', [1, 1]), /Failed to fetch/)
  t.equal(thrice.length, 3)
})
