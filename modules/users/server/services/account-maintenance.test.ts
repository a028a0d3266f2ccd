import t from 'tap'
import { Migration20261127003300_unverified_deletions } from '../../../../migrations/Migration20261127003300_unverified_deletions.ts'
import { signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { falsifyAuditLog } from '../../../../tests/support/audit-log.ts'
import { Client } from '../../../../tests/support/client.ts'
import type { Teardown } from '../../../../tests/support/folders.ts'
import { endPeriod, sellUsage } from '../../../../tests/support/metered-plan.ts'
import type { Db } from '../../../platform/index.ts'

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
  // Entries of the audit log are deleted after a year.
  await falsifyAuditLog(db, 'delete from audit_log')
  t.strictSame(await jobs.runNow('delete-unverified-users'), { ordered: 0 }, 'while verification is off')
  await settings.set({ user_verification: true })
  t.strictSame(await jobs.runNow('delete-unverified-users'), { ordered: 1 })
  await jobs.settled('delete-accounts')
  const left = await db.query<{ email: string }>('select email from users order by email')
  t.strictSame(
    left.map(({ email }) => email.split('@')[0]),
    ['used', 'verified', 'young'],
  )

  await db.query("update sessions set expires_at = now() - interval '1 second'")
  t.strictSame(await jobs.runNow('cleanup-accounts'), { sessions: 2 })
})

const migrate = (db: Db, direction: 'up' | 'down') =>
  db.transaction(async (tx) => {
    const migration = new Migration20261127003300_unverified_deletions(undefined as never, undefined as never)
    migration[direction]()
    for (const query of migration.getQueries()) await tx.query(query as string)
  })
const billingOf = async (db: Db, userId: string) => {
  const rows = await db.query<{ of: string }>(
    `select 'subscription ' || status as of from subscriptions where user_id = $1
     union all select 'event ' || e.type from subscription_events e join subscriptions s on s.id = e.subscription_id
       where s.user_id = $1 and e.type = 'completed'
     union all select 'bill ' || status from bills where user_id = $1
     union all select 'meter' from usage_meters where user_id = $1
     union all select 'choices' from billing_accounts where user_id = $1 order by 1`,
    [userId],
  )
  return rows.map(({ of }) => of)
}
const meteredApp = async (t: Teardown) => {
  const app = await testApp(t)
  const { db, jobs, settings } = app.coffer.platform
  await sellUsage(await newAdmin(app))
  await settings.set({ subscription_type: 'metered' })
  const user = await signUp(app)
  await jobs.runNow('apply-billing-engine')
  await db.query('insert into billing_accounts (user_id, alert_amount) values ($1, 100)', [user.id])
  return { ...app, ...app.coffer.platform, user }
}

t.test('delete-unverified-users: ends what other modules have for the account', async (t) => {
  const { db, jobs, settings, coffer, user } = await meteredApp(t)
  await db.query(
    `update users set email_verified_at = null, email_proven_at = null, created_at = now() - interval '31 days'
     where id = $1`,
    [user.id],
  )
  await settings.set({ user_verification: true })
  t.strictSame(await jobs.runNow('delete-unverified-users'), { ordered: 1 })
  t.strictSame(await jobs.runNow('delete-unverified-users'), { ordered: 0 })
  await jobs.settled('delete-accounts')
  t.equal(await coffer.users.accounts.byId(user.id), null)
  t.strictSame(await billingOf(db, user.id), ['bill paid', 'event completed', 'subscription completed'])
  const entries = await db.query("select details from audit_log where action = 'users.deleted' and target = $1", [
    user.id,
  ])
  t.strictSame(entries, [{ details: { reason: 'unverified' } }])
})

t.test('the billing of accounts that were deleted without it has ended', async (t) => {
  const { db, coffer, user } = await meteredApp(t)
  await endPeriod(coffer, user)
  const before = ['bill open', 'choices', 'meter', 'subscription active']
  await migrate(db, 'down')
  await migrate(db, 'up')
  t.strictSame(await billingOf(db, user.id), before, 'that of others goes on')
  await migrate(db, 'down')
  await db.query('delete from users where id = $1', [user.id])
  await migrate(db, 'up')
  t.strictSame(await billingOf(db, user.id), ['bill written-off', 'event completed', 'subscription completed'])
})
