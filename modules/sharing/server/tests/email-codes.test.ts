import t from 'tap'
import { type Actor, anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { failWrites } from '../../../../tests/support/failing-writes.ts'
import { mailed } from '../../../../tests/support/mail-folder.ts'
import { makeShare, putFile } from '../../../../tests/support/shares.ts'
import type { Item } from '../../../storage/contract.ts'
import type { ShareLink } from '../../contract.ts'

const app = await testApp(t)
const owner = await signUp(app)
const { db } = app.coffer.platform
const codeFor = (email: string): Promise<string> =>
  mailed(app.dataDir, email, ({ subject }) => /\b\d{6}\b/.exec(subject)?.[0])

t.test(
  'email code: a recipient is the same with the domain in Unicode and in Punycode, which browsers send',
  async (t) => {
    const file = await putFile(owner, 'international.txt', 'x')
    const [unicode, ascii] = ['jane@münchen.example', 'jane@xn--mnchen-3ya.example']
    const { token } = await makeShare(owner, file, { require_email_code: true, emails: [unicode, ascii] })
    const { relationships } = (await owner.client.get<{ data: ShareLink }>(`/api/share/${token}`)).body.data
    t.match(relationships.recipients, [{ email: unicode }], 'one recipient')
    const visitor = anonymous(app)
    t.equal((await visitor.post(`/api/sharing/code/${token}`, { email: ascii })).status, 204)
    const credentials = { email: 'Jane@MÜNCHEN.example', code: await codeFor(ascii) }
    t.equal((await visitor.post(`/api/sharing/authenticate/${token}`, credentials)).status, 200)
  },
)

t.test('email code: recipients only, five wrong codes lock their network, recipients can be removed', async (t) => {
  const file = await putFile(owner, 'for two.txt', 'for two')
  const emails = ['ann@example.org', 'bob@example.org']
  const { token } = await makeShare(owner, file, { require_email_code: true, emails })
  const visitor = anonymous(app)
  t.equal((await visitor.get(`/api/sharing/file/${token}`)).status, 403)
  t.equal((await visitor.post(`/api/sharing/code/${token}`, { email: 'eve' })).status, 422)
  t.equal((await visitor.post(`/api/sharing/code/${token}`, { email: 'eve@example.org' })).status, 204)
  t.equal((await visitor.post(`/api/sharing/code/${token}`, { email: 'Ann@example.org' })).status, 204)
  const code = await codeFor('ann@example.org')
  const open = (client: Actor['client'], email: string, given: string) =>
    client.post(`/api/sharing/authenticate/${token}`, { email, code: given })
  t.equal((await open(visitor, 'bob@example.org', code)).status, 401, 'a code is for its own address')
  t.equal((await open(visitor, 'ann@example.org', code)).status, 200)
  t.equal((await visitor.get<{ data: Item }>(`/api/sharing/file/${token}`)).status, 200)
  t.equal((await open(anonymous(app), 'ann@example.org', code)).status, 401, 'used up')
  for (const email of ['bob@example.org', 'eve@example.org']) {
    const guesser = anonymous(app)
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push((await open(guesser, email, 'wrong!')).status)
    t.same(statuses, [401, 401, 401, 401, 401, 429], 'A51: of a recipient and of anybody else')
  }
  t.equal((await visitor.post(`/api/sharing/code/${token}`, { email: 'bob@example.org' })).status, 204)
  t.equal((await open(anonymous(app), 'bob@example.org', await codeFor('bob@example.org'))).status, 200)

  const share = await owner.client.get<{ data: ShareLink }>(`/api/share/${token}`)
  const ann = share.body.data.relationships.recipients.find(({ email }) => email === 'ann@example.org')
  t.equal((await owner.client.delete(`/api/share/${token}/recipients/${ann?.id}`)).status, 204)
  t.equal((await visitor.get(`/api/sharing/file/${token}`)).status, 403)
  const [last, ...others] = (await owner.client.get<{ data: ShareLink }>(`/api/share/${token}`)).body.data.relationships
    .recipients
  t.equal(others.length, 0)
  const removal = await owner.client.delete<{ code: string }>(`/api/share/${token}/recipients/${last?.id}`)
  t.match(removal, { status: 422, body: { code: 'recipients-required' } }, 'somebody can open it')
  t.equal((await owner.client.patch(`/api/share/${token}`, { download: false })).status, 200)
  t.equal((await owner.client.patch(`/api/share/${token}`, { require_email_code: false })).status, 200)
  t.equal((await owner.client.delete(`/api/share/${token}/recipients/${last?.id}`)).status, 204)
})

t.test('email code: in the language of the page, unless the recipient has an account with another one', async (t) => {
  const file = await putFile(owner, 'in French.txt', 'bonjour')
  const account = await signUp(app)
  await db.query('update users set locale = $2 where id = $1', [account.id, 'de'])
  const emails = ['amelie@example.org', account.email]
  const { token } = await makeShare(owner, file, { require_email_code: true, emails })
  const headers = { 'accept-language': 'fr' }
  for (const email of emails)
    t.equal((await anonymous(app).post(`/api/sharing/code/${token}`, { email }, { headers })).status, 204)
  const subjectTo = (email: string) =>
    mailed(app.dataDir, email, ({ subject }) => (/\b\d{6}$/.test(subject) ? subject : undefined))
  t.match(await subjectTo('amelie@example.org'), /^Votre code\s: \d{6}$/)
  t.match(await subjectTo(account.email), /^Dein Code: \d{6}$/)
})

t.test('email code: the fifth wrong code locks for 15 minutes, however long ago the first was', async (t) => {
  const file = await putFile(owner, 'guessed.txt', 'guessed')
  const email = 'gil@example.org'
  const { token } = await makeShare(owner, file, { require_email_code: true, emails: [email] })
  const guesser = anonymous(app)
  const guess = async () => {
    const { status, headers } = await guesser.post(`/api/sharing/authenticate/${token}`, { email, code: 'wrong!' })
    return { status, seconds: Number(headers.get('retry-after')) }
  }
  await db.query('delete from rate_limits')
  for (let at = 0; at < 4; at++) t.equal((await guess()).status, 401)
  await db.query(`update rate_limits set reset_at = now() + interval '10 seconds'`)
  t.equal((await guess()).status, 401)
  const locked = await guess()
  t.equal(locked.status, 429)
  t.ok(locked.seconds > 600 && locked.seconds <= 900, `${locked.seconds} s`)
  await db.query(`update rate_limits set reset_at = now() + interval '100 seconds'`)
  t.ok((await guess()).seconds <= 100, 'what is left of it')
})

const rejectChanges = () => failWrites(db, 'share_recipients', 'update')

t.test('email code: spaces around it, and the digits of an Arabic keyboard, do not count', async (t) => {
  const file = await putFile(owner, 'pasted.txt', 'pasted')
  const typed = {
    'dora@example.org': (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `,
    'emir@example.org': (code: string) => code.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))),
  }
  const { token } = await makeShare(owner, file, { require_email_code: true, emails: Object.keys(typed) })
  for (const [email, type] of Object.entries(typed)) {
    const visitor = anonymous(app)
    await visitor.post(`/api/sharing/code/${token}`, { email })
    const code = type(await codeFor(email))
    t.equal((await visitor.post(`/api/sharing/authenticate/${token}`, { email, code })).status, 200, code)
  }
})

t.test('email code: the form names an email that is none, which uses up no code', async (t) => {
  const file = await putFile(owner, 'asked.txt', 'asked')
  const { token } = await makeShare(owner, file, { require_email_code: true, emails: ['fay@example.org'] })
  const path = `/share/${token}/authenticate`
  const visitor = anonymous(app)
  await visitor.get('/api/csrf')
  const ask = async (fields: object) => {
    const csrf = visitor.cookies.get('XSRF-TOKEN') ?? ''
    const answer = await visitor.fetch(path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrf, intent: 'code', ...fields }).toString(),
    })
    return answer.headers.get('location')
  }
  for (const fields of [{}, { email: '' }, { email: 'fay@' }, { email: 'fay' }, { email: 'fay@example' }])
    t.equal(await ask(fields), `${path}?problem=invalid-email`)
  t.equal(await ask({ intent: 'enter', email: 'fay@example.org' }), `${path}?sent=1`)
  const wrong = { intent: 'open', email: 'fay@example.org', code: 'wrong!' }
  t.equal(await ask(wrong), `${path}?problem=wrong-code&sent=1`, 'the next thing to enter is still the code')
  const typed = { intent: 'enter', email: 'fay@example.org', code: await codeFor('fay@example.org') }
  t.equal(await ask(typed), `/share/${token}`, 'Enter on a page that was opened after the code came')
})

t.test('email code: an attempt that gets no answer about its code does not count as a wrong one', async (t) => {
  const file = await putFile(owner, 'busy.txt', 'busy')
  const email = 'cleo@example.org'
  const { token } = await makeShare(owner, file, { require_email_code: true, emails: [email] })
  t.equal((await anonymous(app).post(`/api/sharing/code/${token}`, { email })).status, 204)
  const code = await codeFor(email)
  const visitor = anonymous(app)
  const open = async () => (await visitor.post(`/api/sharing/authenticate/${token}`, { email, code })).status
  const accept = await rejectChanges()
  for (let at = 0; at < 6; at++) t.equal(await open(), 500)
  await accept()
  t.equal(await open(), 200)
})

t.test('email code: a request for a code that fails on the server does not count', async (t) => {
  const file = await putFile(owner, 'requested.txt', 'requested')
  const email = 'dan@example.org'
  const { token } = await makeShare(owner, file, { require_email_code: true, emails: [email] })
  const visitor = anonymous(app)
  const request = async () => (await visitor.post(`/api/sharing/code/${token}`, { email })).status
  const accept = await rejectChanges()
  for (let at = 0; at < 6; at++) t.equal(await request(), 500)
  await accept()
  t.equal(await request(), 204)
})

t.test('email code: the right code opens the link, also when its attempts cannot be taken off the count', async (t) => {
  const file = await putFile(owner, 'counted.txt', 'counted')
  const email = 'gil@example.org'
  const { token } = await makeShare(owner, file, { require_email_code: true, emails: [email] })
  t.equal((await anonymous(app).post(`/api/sharing/code/${token}`, { email })).status, 204)
  const code = await codeFor(email)
  const visitor = anonymous(app)
  const { limiter } = app.coffer.platform
  const fail = async () => {
    throw new Error('the database is away')
  }
  const { refund, clear } = limiter
  Object.assign(limiter, { refund: fail, clear: fail })
  const { status } = await visitor.post(`/api/sharing/authenticate/${token}`, { email, code })
  Object.assign(limiter, { refund, clear })
  t.equal(status, 200)
  t.equal((await visitor.get(`/api/sharing/file/${token}`)).status, 200)
})
