import t from 'tap'
import { testApp } from '../../../../tests/support/app.ts'
import { Client } from '../../../../tests/support/client.ts'

t.test('delete-unverified-users: deletes accounts unverified for 30 days, keeps all others', async (t) => {
  const { coffer, url } = await testApp(t)
  const { db, settings, jobs } = coffer.platform
  const password = 'four unrelated words'
  const signUp = (name: string) =>
    new Client(url).post('/api/register', {
      email: `${name}@example.org`,
      name,
      password,
      password_confirmation: password,
    })
  await signUp('verified')
  await settings.set({ user_verification: true })
  for (const name of ['young', 'old', 'used']) await signUp(name)
  await settings.set({ user_verification: false })
  t.equal((await new Client(url).post('/login', { email: 'used@example.org', password })).status, 200)
  await coffer.users.settled()
  await db.query("update users set created_at = now() - interval '31 days' where email not like 'young%'")
  t.strictSame(await jobs.runNow('delete-unverified-users'), { deleted: 0 }, 'while verification is off')
  await settings.set({ user_verification: true })
  t.strictSame(await jobs.runNow('delete-unverified-users'), { deleted: 1 })
  const left = await db.query<{ email: string }>('select email from users order by email')
  t.strictSame(
    left.map(({ email }) => email.split('@')[0]),
    ['used', 'verified', 'young'],
  )

  await db.query("update sessions set expires_at = now() - interval '1 second'")
  t.strictSame(await jobs.runNow('cleanup-accounts'), { sessions: 2 })
})
