import t from 'tap'
import { anonymous, confirmPassword, proveEmail, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { failWrites } from '../../../../tests/support/failing-writes.ts'
import { mailedLink, mailsTo } from '../../../../tests/support/mail-folder.ts'
import { rateLimits } from '../rate-limits.ts'

const app = await testApp(t)

t.test('sign-ups of others with an email that has an account do not use up its links', async (t) => {
  const owner = await signUp(app)
  await app.coffer.platform.settings.set({ user_verification: true })
  const words = { password: 'some unrelated words', password_confirmation: 'some unrelated words' }
  for (let at = 0; at < 3; at++) {
    const { status } = await anonymous(app).post('/api/register', { email: owner.email, name: 'Eve', ...words })
    t.equal(status, 201)
    await app.coffer.users.settled()
  }
  t.equal((await owner.client.post('/api/user/verify', { email: owner.email })).status, 200)
  await app.coffer.users.settled()
  t.match(await mailedLink(app.dataDir, owner.email, '/api/user/verify/'), /verify/)
})

t.test('what fails on the server uses up no limit of sign-ups, emails and passkeys', async (t) => {
  const { db, settings } = app.coffer.platform
  await settings.set({ user_verification: false })
  await db.query('delete from rate_limits')
  const owner = await signUp(app)
  const words = { password: 'some unrelated words', password_confirmation: 'some unrelated words' }
  const register = async () =>
    (await anonymous(app).post('/api/register', { email: 'new@example.org', name: 'New', ...words })).status
  const acceptUsers = await failWrites(db, 'users')
  for (let at = 0; at < 6; at++) t.equal(await register(), 500)
  await acceptUsers()
  t.equal(await register(), 201)

  const visitor = anonymous(app)
  const ip = '203.0.113.7'
  const options = async () =>
    (await visitor.post('/api/passkeys/options', {}, { headers: { 'x-forwarded-for': ip } })).status
  const acceptChallenges = await failWrites(db, 'sign_in_challenges')
  const { signInChallengesPerNetwork } = rateLimits
  await app.coffer.platform.limiter.consume(signInChallengesPerNetwork, [ip], {
    by: signInChallengesPerNetwork.limit - 1,
  })
  for (let at = 0; at < 3; at++) t.equal(await options(), 500)
  await acceptChallenges()
  t.equal(await options(), 200)
  t.equal(await options(), 429)

  const forget = async () => {
    const { status } = await visitor.post('/api/password/recover', { email: owner.email })
    await app.coffer.users.settled()
    return status
  }
  const acceptTokens = await failWrites(db, 'email_tokens')
  for (let at = 0; at < 11; at++) t.equal(await forget(), 200)
  await acceptTokens()
  t.equal(await forget(), 200)
  t.match(await mailedLink(app.dataDir, owner.email, '/create-new-password'), /token/)
})

t.test('a mailbox is not flooded with notices about an account that was opened with its email', async (t) => {
  const { limit } = rateLimits.noticesPerRecipient
  await app.coffer.platform.settings.set({ user_verification: false })
  const person = await signUp(app)
  const subjects = async () => {
    await app.coffer.users.settled()
    await app.coffer.platform.mailer.settled()
    return (await mailsTo(app.dataDir, person.email)).map(({ subject }) => subject)
  }
  await confirmPassword(person)
  const signIn = () => anonymous(app).post('/login', { email: person.email, password: person.password })
  for (let at = 0; at < limit + 4; at++) t.equal((await signIn()).status, 200)
  for (let at = 0; at < 2; at++) t.equal((await person.client.post('/api/user/deletion')).status, 202)
  t.equal((await subjects()).length, limit, 'of all kinds together')

  await proveEmail(person)
  app.coffer.users.invalidate(person.id)
  for (let at = 0; at < limit + 2; at++) t.equal((await person.client.post('/api/user/deletion')).status, 202)
  t.equal((await signIn()).status, 200)
  const sent = await subjects()
  t.equal(sent.filter((subject) => /New sign-in/.test(subject)).length, limit + 1)
  t.equal(sent.length, 2 * limit + 1, 'to its owner each kind has a limit of its own: one cannot hide another')
})
