import t from 'tap'
import { anonymous, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { makeFolder, makeShare } from '../support/shares.ts'

const app = await testApp(t, { pages: true })

t.test('unlock form without scripts: the page says why an attempt was rejected', async (t) => {
  const owner = await signUp(app)
  const { token } = await makeShare(
    owner,
    { id: await makeFolder(owner, 'Locked'), type: 'folder' },
    { password: 'open the door' },
  )
  const path = `/share/${token}/authenticate`
  const visitor = anonymous(app)
  const page = async (path: string) => (await visitor.fetch(path)).text()
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page(path))?.[1] ?? ''
  const attempt = async () => {
    const body = new URLSearchParams({ csrf, password: 'wrong' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await visitor.fetch(path, { method: 'POST', headers, body, redirect: 'manual' })
    return page(answer.headers.get('location') ?? '')
  }
  t.match(await attempt(), 'Wrong password.')
  for (let n = 0; n < 10; n += 1) await attempt()
  t.match(await attempt(), 'Too many attempts. Try again in a few minutes.')
})

t.test('unlock form without scripts: opens the page that asked for the password, also after a wrong one', async (t) => {
  const owner = await signUp(app)
  const folder = await makeFolder(owner, 'Locked')
  const inner = await makeFolder(owner, 'Inner', folder)
  const share = { id: folder, type: 'folder' }
  const { token } = await makeShare(owner, share, { password: 'open the door' })
  const visitor = anonymous(app)
  const locationOf = async (path: string, init: RequestInit = {}) =>
    (await visitor.fetch(path, init)).headers.get('location') ?? ''
  const fieldOf = async (path: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]+)"`).exec(await (await visitor.fetch(path)).text())?.[1] ?? ''
  const path = `/share/${token}/authenticate`
  const csrf = await fieldOf(path, 'csrf')
  const send = (password: string, page: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams({ csrf, password, page }).toString()
    return locationOf(path, { method: 'POST', headers, body })
  }
  const page = `files/${inner}?display=grid`
  const target = `/share/${token}/${page}`
  const asked = await locationOf(target)
  t.equal(asked.split(token).length, 2, 'the token is in no query, which logs contain')
  const rejected = await send('wrong', await fieldOf(asked, 'page'))
  t.equal(await send('open the door', await fieldOf(rejected, 'page')), target)
  t.equal(await locationOf(rejected), target, 'a form of an earlier time')
  for (const elsewhere of [
    'https://evil.example/',
    '//evil.example/',
    '../../platform',
    'direct',
    'files',
    `${page}\r\nx: y`,
    `files/${inner}/../authenticate`,
    `${page}#x`,
  ])
    t.equal(await send('open the door', elsewhere), `/share/${token}`, elsewhere)
})

t.test('unlock form without scripts: a password that is too long is rejected in one sentence', async (t) => {
  const owner = await signUp(app)
  const { token } = await makeShare(
    owner,
    { id: await makeFolder(owner, 'Locked'), type: 'folder' },
    { password: 'open the door' },
  )
  const path = `/share/${token}/authenticate`
  const visitor = anonymous(app)
  t.match(await (await visitor.fetch(path)).text(), /<input[^>]*maxLength="128"/i)
  const body = new URLSearchParams({ csrf: '', password: 'x'.repeat(129) }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await visitor.fetch(path, { method: 'POST', headers, body })
  t.equal(answer.status, 422)
  t.match(answer.headers.get('content-type'), 'text/plain')
  t.equal(await answer.text(), 'Check what you entered.')
})

t.test('unlock form without scripts: the Enter key leaves it to the server whether a code was typed', async (t) => {
  const owner = await signUp(app)
  const folder = { id: await makeFolder(owner, 'Locked'), type: 'folder' }
  const { token } = await makeShare(owner, folder, { require_email_code: true, emails: ['ann@example.org'] })
  const path = `/share/${token}/authenticate`
  const firstButton = async (path: string) =>
    /<button[^>]*name="intent"[^>]*>/.exec(await (await anonymous(app).fetch(path)).text())?.[0]
  t.match(await firstButton(path), 'value="enter"')
  t.match(await firstButton(`${path}?sent=1`), 'value="open"')
})
