import t from 'tap'
import { anonymous, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { makeFolder, makeShare } from '../support/shares.ts'

const app = await testApp(t, { pages: true })
const owner = await signUp(app)
const { token } = await makeShare(owner, { id: await makeFolder(owner, 'Shared'), type: 'folder' })
const path = `/share/${token}/report`

/** Sends the form as a browser without scripts does. */
const send = async (csrf: (own: string) => string, fields: Record<string, string>, to = path) => {
  const visitor = anonymous(app)
  await visitor.fetch(path)
  const own = decodeURIComponent(visitor.cookies.get('XSRF-TOKEN') ?? '')
  const body = new URLSearchParams({ csrf: csrf(own), reason: 'spam', ...fields }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await visitor.fetch(to, { method: 'POST', headers, body })
  return { status: answer.status, location: answer.headers.get('location'), html: await answer.text() }
}
const valid = (own: string) => own

t.test('report of a link without scripts: an error shows the form with what was typed', async (t) => {
  const { status, html } = await send(() => 'forged', {
    message: 'It <b>asks</b> for my card',
    email: 'ann@example.org',
  })
  t.equal(status, 419)
  t.match(html, 'Your report wasn’t sent')
  t.match(html, 'It &lt;b&gt;asks&lt;/b&gt; for my card')
  t.match(html, 'value="ann@example.org"')
  t.match(html, /<option value="spam" selected/)
})

t.test('report of a link without scripts: the longest message fits in any script', async (t) => {
  const message = '漢'.repeat(2_000)
  t.match(await send(valid, { message }), { status: 303, location: `${path}?sent=1` })
  const [stored] = await app.coffer.platform.db.query<{ message: string }>('select message from abuse_reports')
  t.equal(stored?.message, message)
})

t.test('report of a link without scripts: a line break counts as one character', async (t) => {
  const lines = Array.from({ length: 16 }, () => 'x'.repeat(123))
  const message = `${lines.join('\n')}${'x'.repeat(17)}`
  t.equal(message.length, 2_000)
  t.match(await send(valid, { message: message.replaceAll('\n', '\r\n') }), { location: `${path}?sent=1` })
  const [stored] = await app.coffer.platform.db.query<{ message: string }>(
    'select message from abuse_reports order by id desc limit 1',
  )
  t.equal(stored?.message, message)
})

t.test('report of a link without scripts: what is invalid is shown again with the rest', async (t) => {
  const email = `${'x'.repeat(250)}@example.org`
  const { status, html } = await send(valid, { message: 'It asks for my card', email })
  t.equal(status, 422)
  t.match(html, 'Your report wasn’t sent')
  t.match(html, 'It asks for my card')
  t.match(html, email)
})

t.test('report of a link without scripts: while the database is away, it can be sent again', async (t) => {
  const visitor = anonymous(app)
  await visitor.fetch(path)
  const csrf = decodeURIComponent(visitor.cookies.get('XSRF-TOKEN') ?? '')
  const fields = { csrf, reason: 'spam', message: 'It "asks"\nfor my card', email: '' }
  const body = new URLSearchParams(fields).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
  const submit = () => visitor.fetch(path, { method: 'POST', redirect: 'manual', headers, body })
  const { db } = app.coffer.platform
  const { query } = db
  const away = () => Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }))
  db.query = away
  const answer = await submit()
  db.query = query
  t.equal(answer.status, 503)
  const html = await answer.text()
  t.match(html, 'Your form wasn’t sent. Try again in a minute.')
  t.notMatch(html, 'http-equiv="refresh"')
  const kept = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
  const unescaped = (text = '') => text.replaceAll('&quot;', '"').replaceAll('&#34;', '"')
  t.same(Object.fromEntries(kept.map(([, name, value]) => [name, unescaped(value)])), fields)
  t.equal((await submit()).status, 303)
})

t.test('report of an unknown link is a 404 page', async (t) => {
  t.equal((await send(valid, {}, '/share/unknown-token/report')).status, 404)
})
