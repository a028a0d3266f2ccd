import argon2 from 'argon2'
import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { falsifyAuditLog } from '../../../../tests/support/audit-log.ts'
import { Client } from '../../../../tests/support/client.ts'
import { mailsTo } from '../../../../tests/support/mail-folder.ts'
import { platformErrors } from '../../../platform/index.ts'

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })

t.test('A50: five wrong passwords block one network at one account only, also after a restart', async (t) => {
  const app = await testApp(t)
  const victim = await signUp(app)
  const attempt = (target: string, ip: string, email: string, password: string) =>
    new Client(target).post('/login', { email, password }, from(ip)).then(({ status }) => status)
  const wrong: number[] = []
  for (let at = 0; at < 6; at++) {
    wrong.push(await attempt(app.url, '203.0.113.7', victim.email, `wrong password ${at}`))
    const soon = `update rate_limits set reset_at = now() + interval '10 seconds'`
    if (at === 3) await app.coffer.platform.db.query(soon)
  }
  t.strictSame(wrong, [422, 422, 422, 422, 422, 429])
  const blocked = await new Client(app.url).post('/login', victim, from('203.0.113.7'))
  t.equal(blocked.status, 429, 'the right password too')
  t.ok(Number(blocked.headers.get('retry-after')) > 600, 'from the fifth one on, however long ago the first was')
  t.equal(blocked.headers.get('x-ratelimit-remaining'), '0')
  t.ok(Number(blocked.headers.get('x-ratelimit-limit')) > 0)
  t.ok(Number(blocked.headers.get('x-ratelimit-reset')) > Date.now() / 1000)
  t.equal(await attempt(app.url, '203.0.113.8', victim.email, victim.password), 200, 'another network can sign in')

  await app.close()
  const again = await testApp(t, { db: app.db, dataDir: app.dataDir, env: { TRUSTED_PROXIES: '' } })
  t.equal(await attempt(again.url, '203.0.113.9', victim.email, 'wrong again'), 422)
  const spoofed: number[] = []
  for (let at = 0; at < 5; at++)
    spoofed.push(await attempt(again.url, `203.0.113.${20 + at}`, victim.email, 'wrong again'))
  t.equal(spoofed.at(-1), 429, 'forwarded addresses of an untrusted peer are ignored')

  const third = await testApp(t, { db: app.db, dataDir: app.dataDir })
  t.equal(await attempt(third.url, '203.0.113.7', victim.email, victim.password), 429, 'counters outlive processes')
})

t.test('A50: a sign-in that gets no answer about its password does not count as a wrong one', async (t) => {
  const app = await testApp(t)
  const person = await signUp(app)
  const session = new Client(app.url)
  t.equal((await session.post('/login', person)).status, 200)
  const changed = { password: 'seven other unrelated words', password_confirmation: 'seven other unrelated words' }
  const calls = [
    () => new Client(app.url).post('/login', person),
    () => session.post('/user/confirm-password', { password: person.password }),
    () => session.post('/api/user/password', { current: person.password, ...changed }),
  ]
  const busy = t.intercept(argon2, 'verify', { value: () => Promise.reject(platformErrors.fail('unavailable')) })
  for (const call of calls)
    for (let at = 0; at < 11; at++) {
      const { status } = await call()
      if (status !== 503) t.equal(status, 503)
    }
  busy.restore()
  for (const call of calls) t.ok((await call()).status < 300)
})

t.test('A50: a hundred wrong passwords an hour block one network at all accounts', async (t) => {
  const app = await testApp(t)
  const person = await signUp(app)
  const attempt = async (ip: string, email: string, password = 'a wrong password') =>
    (await new Client(app.url).post('/login', { email, password }, from(ip))).status
  // More at once from one network may be shed with 503.
  for (let first = 0; first < 100; first += 20) {
    const emails = Array.from({ length: 20 }, (_, n) => `guess${first + n}@example.org`)
    const wrong = await Promise.all(emails.map((email) => attempt('203.0.113.7', email)))
    t.same(new Set(wrong), new Set([422]))
  }
  t.equal(await attempt('203.0.113.7', person.email, person.password), 429)
  t.equal(await attempt('203.0.113.8', person.email, person.password), 200)
})

t.test('A51: responses and the work for them do not reveal whether an email has an account', async (t) => {
  const app = await testApp(t)
  const { settings, db } = app.coffer.platform
  const known = await signUp(app)
  const forgetLimits = () => db.query('delete from rate_limits')
  const visitor = new Client(app.url)
  const ask = async (path: string, email: string, extra: object = {}) => {
    const { status, body } = await visitor.post(path, { email, ...extra })
    return JSON.stringify([status, body])
  }
  for (const path of ['/api/user/check', '/api/password/recover', '/api/user/verify'])
    t.equal(await ask(path, known.email), await ask(path, 'unknown@example.org'), path)
  const guess = { password: 'not the right one' }
  t.equal(await ask('/login', known.email, guess), await ask('/login', 'unknown@example.org', guess))
  t.equal(await ask('/api/login', known.email, guess), await ask('/api/login', 'unknown@example.org', guess))

  await settings.set({ user_verification: true })
  const signup = { name: 'Some Body', password: 'four unrelated words', password_confirmation: 'four unrelated words' }
  await forgetLimits()
  const audited = async (email: string) => {
    // The background work of the requests before writes audit entries too.
    await app.coffer.users.settled()
    await falsifyAuditLog(db, 'delete from audit_log')
    const answer = await ask('/api/register', email, signup)
    return [answer, (await db.query<{ action: string }>('select action from audit_log')).map(({ action }) => action)]
  }
  const [[taken, takenActions], [free, freeActions]] = [await audited(known.email), await audited('fresh@example.org')]
  t.equal(taken, free)
  t.same([takenActions, freeActions], [['users.registration.rejected'], ['users.registered']], 'both wait for the disk')
  await app.coffer.users.settled()

  // Checking a password takes nearly all of the time: it is done once, at the same cost, with and without an account.
  await forgetLimits()
  const verifications = t.capture(argon2, 'verify', argon2.verify)
  const costs = []
  for (const email of [known.email, 'unknown@example.org']) {
    await ask('/login', email, guess)
    costs.push(verifications().map(({ args: [hash] }) => hash.split('$').slice(0, 4).join('$')))
  }
  t.strictSame(costs[1], costs[0])
  t.equal(costs[0]?.length, 1)
})

t.test('A51: /api/user/check returns the name only to a browser that has signed in before', async (t) => {
  const app = await testApp(t)
  const { email, client, name } = await signUp(app)
  const check = (browser: Client) => browser.post<{ name: string | null }>('/api/user/check', { email })
  t.equal((await check(client)).body.name, name.split(' ')[0])
  t.equal((await check(new Client(app.url))).body.name, null)
})

t.test('others cannot use up the emails of an account’s owner', async (t) => {
  const app = await testApp(t)
  const { db } = app.coffer.platform
  const cases = {
    '/api/password/recover': /\/create-new-password\?token=/,
    '/api/user/verify': /\/api\/user\/verify\//,
  }
  for (const [path, link] of Object.entries(cases)) {
    const victim = await signUp(app)
    const ask = async (email: string, ip: string) => (await new Client(app.url).post(path, { email }, from(ip))).status
    const links = async () => {
      await app.coffer.users.settled()
      await app.coffer.platform.mailer.settled()
      return (await mailsTo(app.dataDir, victim.email)).filter(({ text }) => link.test(text)).length
    }
    for (let at = 0; at < 10; at++) t.equal(await ask(`other${at}@example.org`, '203.0.113.7'), 200)
    for (let at = 0; at < 3; at++) t.equal(await ask(victim.email, '203.0.113.7'), 429, path)
    t.equal(await ask(victim.email, '203.0.113.8'), 200, path)
    t.equal(await links(), 1)
    for (const [at, sent] of [2, 3, 3].entries()) {
      t.equal(await ask(victim.email, `203.0.113.${9 + at}`), 200, 'whatever others had sent')
      t.equal(await links(), sent)
    }
    await db.query('delete from rate_limits')
  }
})

t.test(
  'an account that has signed in once is notified of a new browser, also when the audit log has forgotten it',
  async (t) => {
    const app = await testApp(t)
    const { platform, users } = app.coffer
    const person = await signUp(app)
    const notices = async () => {
      await users.settled()
      await platform.mailer.settled()
      return (await mailsTo(app.dataDir, person.email)).filter(({ subject }) => /New sign-in/.test(subject)).length
    }
    t.equal((await new Client(app.url).post('/login', person)).status, 200)
    t.equal(await notices(), 0, 'the first one')
    await falsifyAuditLog(platform.db, 'delete from audit_log')
    t.equal((await new Client(app.url).post('/login', person)).status, 200)
    t.equal(await notices(), 1)
  },
)
