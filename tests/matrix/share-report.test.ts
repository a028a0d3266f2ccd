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

t.test('report of an unknown link is a 404 page', async (t) => {
  t.equal((await send(valid, {}, '/share/unknown-token/report')).status, 404)
})
