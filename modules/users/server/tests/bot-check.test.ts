import { createServer } from 'node:http'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import t from 'tap'
import { anonymous, createAccount } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFileRequest, sendChunk } from '../../../../tests/support/file-requests.ts'
import { freePort } from '../../../../tests/support/free-port.ts'

const port = await freePort()
const base = `http://127.0.0.1:${port}`
const app = await testApp(t, { env: { EGRESS_ALLOW: `127.0.0.1:${port}`, RECAPTCHA_API_BASE: base } })
const { settings } = app.coffer.platform
const client = anonymous(app)
const owner = await createAccount(app)
const member = await createAccount(app)

let people = 0
const register = async (fields: Record<string, unknown> = {}) => {
  people += 1
  const password = 'four unrelated words'
  const person = { email: `person${people}@example.org`, name: 'Ada', password, password_confirmation: password }
  await app.coffer.platform.db.query(`delete from rate_limits where key like '%sign-up%'`)
  return client.post('/api/register', { ...person, ...fields })
}
const rejected = { status: 422, body: { code: 'bot-check-failed', errors: { reCaptcha: [String] } } }

type Challenge = Parameters<typeof solveChallenge>[0]['challenge']
const solved = async () => {
  const { challenge } = (await client.get<{ data: { challenge: Challenge } }>('/api/bot-check')).body.data
  return { challenge, solution: await solveChallenge({ challenge, deriveKey }) }
}

t.test('bot check: without one, sign-up takes no proof', async (t) => {
  t.equal((await register()).status, 201)
})

t.test('bot check: a proof of work lets one sign-up pass, once and unchanged', async (t) => {
  await settings.set({ proof_of_work: true })
  t.match(await register(), rejected, 'missing')
  for (const proof of ['', 'x', '{}', 'null', '{"challenge":{"parameters":{"nonce":"00"}},"solution":{}}'])
    t.match(await register({ proof }), rejected, proof)
  const payload = await solved()
  const { parameters } = payload.challenge
  t.ok(payload.solution)
  for (const changed of [
    { ...parameters, cost: 1 },
    { ...parameters, expiresAt: parameters.expiresAt ?? 0 + 3600 },
  ])
    t.match(
      await register({
        proof: JSON.stringify({
          ...payload,
          challenge: { ...payload.challenge, parameters: { ...changed, keyPrefix: '00' } },
        }),
      }),
      rejected,
      'a challenge of another signature',
    )
  t.equal((await register({ proof: JSON.stringify(payload) })).status, 201)
  t.match(await register({ proof: JSON.stringify(payload) }), rejected, 'used before')
})

t.test('bot check: the contact form asks visitors, and takes three an hour without JavaScript', async (t) => {
  const message = { email: 'grace@example.org', message: 'Hello' }
  const visitor = anonymous(app)
  t.match(await visitor.post('/api/contact', message), rejected)
  const proof = JSON.stringify(await solved())
  t.match(await visitor.post('/api/contact', { ...message, email: 'grace', proof }), {
    body: { code: 'invalid-email' },
  })
  t.equal((await visitor.post('/api/contact', { ...message, proof })).status, 200, 'a rejected form does not use it up')
  t.equal((await member.client.post('/api/contact', message)).status, 200, 'who is signed in is not asked')
  await app.coffer.platform.db.query('delete from rate_limits')
  const submit = async () => {
    const form = { csrf: visitor.cookies.get('XSRF-TOKEN') ?? '', ...message }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams(form).toString()
    const answer = await visitor.fetch('/contact-us', { method: 'POST', redirect: 'manual', headers, body })
    return answer.headers.get('location') ?? answer.status
  }
  await settings.set({ contact_email: 'desk@example.org' })
  const { mailer } = app.coffer.platform
  const { send } = mailer
  mailer.send = () => Promise.reject(new Error('the queue is away'))
  t.equal(await submit(), 500, 'and one that fails on the server does not count')
  mailer.send = send
  const answers = [await submit(), await submit(), await submit(), await submit()]
  const sent = '/contact-us?sent=1'
  t.same(answers, [sent, sent, sent, 429])
})

t.test('bot check: a visitor becomes an uploader of a file request by a proof or by the HTML form', async (t) => {
  const { token } = await makeFileRequest(owner)
  const at = `/api/file-request/${token}`
  const visitor = anonymous(app)
  t.match(await sendChunk(visitor, token, 'a.txt', 'a'), { status: 422, code: 'bot-check-failed' })
  t.match(await visitor.post(`${at}/uploader`, { name: 'Ada' }), rejected)
  const proof = JSON.stringify(await solved())
  t.equal((await visitor.post(`${at}/uploader`, { name: 'Ada', proof })).status, 200)
  for (const name of ['a.txt', 'b.txt']) t.equal((await sendChunk(visitor, token, name, 'a')).status, 201, 'asked once')
  t.equal((await sendChunk(member.client, token, 'c.txt', 'c')).status, 201, 'who is signed in is not asked')
  const submit = async () => {
    const browser = anonymous(app)
    await browser.get('/api/csrf')
    const form = new FormData()
    form.append('csrf', browser.cookies.get('XSRF-TOKEN') ?? '')
    form.append('files', new Blob(['x']), 'x.txt')
    const request = new Request('http://x', { method: 'POST', body: form })
    const type = request.headers.get('content-type') ?? ''
    const headers = { 'content-type': type, accept: 'text/html', 'x-forwarded-for': '203.0.113.9' }
    const body = Buffer.from(await request.arrayBuffer())
    const path = `/request/${token}/upload`
    const answer = await browser.fetch(path, { method: 'POST', redirect: 'manual', headers, body })
    return answer.headers.get('location')?.replace(path, '')
  }
  const answers = [await submit(), await submit(), await submit(), await submit()]
  t.same(answers, ['?sent=1', '?sent=1', '?sent=1', '?problem=platform.too-many-attempts'])
})

t.test('bot check: reCAPTCHA is asked by the server where it is configured', async (t) => {
  const asked: URLSearchParams[] = []
  let answer: object = { success: false }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked.push(new URLSearchParams(body))
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve))
  t.teardown(() => server.close())
  await settings.set({ allowed_recaptcha: true, recaptcha_client_id: 'site', recaptcha_client_secret: 'secret' })
  t.match((await client.get('/api/config')).body, { allowedRecaptcha: true, recaptcha_client_id: 'site' })
  t.match(await register(), rejected, 'no token')
  t.match(await register({ reCaptcha: 'token' }), rejected, 'rejected by reCAPTCHA')
  answer = { success: true, score: 0.1 }
  t.match(await register({ reCaptcha: 'token' }), rejected, 'probably a program')
  answer = { success: true, score: 0.9 }
  t.equal((await register({ reCaptcha: 'token' })).status, 201)
  t.match(Object.fromEntries(asked.at(-1) ?? []), { secret: 'secret', response: 'token' })
})
