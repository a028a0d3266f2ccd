import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import t from 'tap'
import { anonymous, createAccount } from '../../../tests/support/actors.ts'
import { testApp } from '../../../tests/support/app.ts'

const app = await testApp(t)
const { settings, mailer } = app.coffer.platform
const admin = await app.coffer.users.adminCommands.create({
  email: 'admin@example.org',
  password: 'four unrelated words',
  role: 'admin',
})

const mails = async () => {
  await mailer.settled()
  const folder = join(app.dataDir, 'mail')
  const files = readdirSync(folder).filter((file) => file.endsWith('.eml'))
  return Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(folder, file)))))
}

t.test(
  'POST /api/contact: mails the operator, with the sender in Reply-To; without an address, the administrators',
  async (t) => {
    t.ok(admin)
    const visitor = anonymous(app)
    const message = 'Do you offer invoices?\n\n<b>Thanks</b>'
    const answer = await visitor.post<{ type: string }>('/api/contact', { email: 'grace@example.org', message })
    t.match(answer, { status: 200, body: { type: 'success' } })
    await settings.set({ contact_email: 'desk@example.org' })
    t.equal((await visitor.post('/api/contact', { email: "o'brien@example.ie", message })).status, 200)
    const sent = await mails()
    t.same(sent.map(({ to }) => to?.[0]?.address).sort(), ['admin@example.org', 'desk@example.org'])
    for (const mail of sent) {
      const address = mail.to?.[0]?.address === 'desk@example.org' ? "o'brien@example.ie" : 'grace@example.org'
      t.match(mail, { subject: `New contact message from ${address}`, replyTo: [{ address }] })
      t.match(mail.text, 'Do you offer invoices?')
      t.notMatch(mail.html, '<b>Thanks</b>')
    }
  },
)

t.test('POST /api/contact: 422 with the field, and 429 above the limit of a network', async (t) => {
  const visitor = anonymous(app)
  const post = (email: string, message: string) => visitor.post('/api/contact', { email, message })
  const rejected = ['', 'jane', 'a@b.co\r\nBcc: x@y.z', 'a@b.co, c@d.co', 'a:b@b.co', 'ann(work)@b.co', 'a@b.co\\']
  for (const email of rejected)
    t.match(await post(email, 'x'), { status: 422, body: { code: 'invalid-email', errors: { email: Array } } }, email)
  t.match(await post('a@b.co', ' \n'), { status: 422, body: { code: 'message-required', errors: { message: Array } } })
  const statuses: number[] = []
  for (let attempt = 0; attempt < 6; attempt++) statuses.push((await post(`${attempt}@b.co`, 'x')).status)
  t.same(statuses, [200, 200, 200, 200, 200, 429])
})

t.test('POST /contact-us: the form works without scripts, and not for other sites', async (t) => {
  const { client } = await createAccount(app)
  const submit = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    client.fetch('/contact-us', {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    })
  const csrf = client.cookies.get('XSRF-TOKEN') ?? ''
  const wrong = await submit({ csrf: 'x', email: 'a@b.co', message: 'x' })
  t.match([wrong.status, await wrong.json()], [419, { code: 'csrf-mismatch' }])
  const invalid = await submit({ csrf, email: 'jane', message: 'x' }, { 'x-forwarded-for': '203.0.113.7' })
  t.match([invalid.status, await invalid.json()], [422, { code: 'invalid-email' }])
  const long = await submit({ csrf, email: 'jane', message: '話'.repeat(4_000) }, { 'x-forwarded-for': '203.0.113.7' })
  t.equal(long.status, 422, 'not 413')
  const sent = await submit({ csrf, email: 'b@b.co', message: 'x' }, { 'x-forwarded-for': '203.0.113.7' })
  t.equal(sent.headers.get('location'), '/contact-us?sent=1')
})
