import type { Test } from 'tap'
import { type Actor, signUp } from '../actors.ts'
import { newAdmin } from '../admins.ts'
import { testApp } from '../app.ts'
import { dayMs, meteredPlan, meterOf, subscribeSince } from '../metered-accounts.ts'
import type { GatewayDouble } from './double.ts'
import { gatewayDoubles } from './gateways.ts'
import { chargesOf as chargesAt, storeCard } from './stored-cards.ts'
import type { StripeDouble } from './stripe-double.ts'

type CardOwner = Actor & { customer: string; subscription: string }

/** An installation whose metered accounts are charged at Stripe. */
export const cardOwnersOf = async (t: Test) => {
  const { doubles, env } = await gatewayDoubles(t)
  const stripe = doubles.find((double: GatewayDouble) => double.name === 'stripe') as StripeDouble
  const app = await testApp(t, { env: { ...env, API_RATE_LIMIT: '0,0' } })
  const { coffer } = app
  const { db, jobs, settings } = coffer.platform
  const admin = await newAdmin(app)
  await settings.set({ allowed_payments: true })
  const setUp = () =>
    admin.client.post('/api/admin/settings/payment-service', { service: 'stripe', ...stripe.credentials })
  await setUp()
  /** Each period costs a dollar. */
  const dollar = await meteredPlan(coffer, 'USD', [meterOf('bandwidth', '0', '1')])

  /** With a stored card, and one period that has ended. */
  const cardOwner = async (plan = dollar) => {
    const user = await signUp(app)
    const customer = await storeCard(stripe, user)
    const subscription = await subscribeSince(coffer, user.id, plan, new Date(Date.now() - 31 * dayMs))
    return { ...user, customer, subscription }
  }
  const bill = async ({ id }: CardOwner) =>
    db.query<{ status: string; attempts: number; carried: boolean }>(
      'select status, attempts, carried from bills where user_id = $1 order by period_from',
      [id],
    )
  const statuses = async (user: CardOwner) => (await bill(user)).map(({ status }) => status)
  const owed = async (user: CardOwner) =>
    (await user.client.get<{ data: unknown[] }>('/api/subscriptions/failed-payments')).body.data.length
  const credit = ({ id }: CardOwner, amount: string) =>
    admin.client.post(`/api/subscriptions/admin/users/${id}/credit`, { amount })
  const chargesOf = (user: CardOwner) => chargesAt(stripe, user)
  const balanceOf = ({ id }: CardOwner) => coffer.billing.ledger.balance(id, 'USD')
  /** The next hour: leases have ended, and what waits for a day is due. */
  const nextRun = async () => {
    await db.query("update bills set lease_until = lease_until - interval '1 hour' where status = 'open'")
    await db.query("update bills set next_attempt_at = now() where status = 'open' and not carried")
  }
  /** A larger one of an earlier period, which was tried once. */
  const olderBill = ({ id }: CardOwner) =>
    db.query(
      `insert into bills (id, user_id, subscription_id, plan_version_id, period_from, period_to, currency, lines, cap, total,
         status, attempts, next_attempt_at)
       select gen_random_uuid(), user_id, subscription_id, plan_version_id, period_from - interval '100 days',
         period_to - interval '100 days', currency, lines, cap, 500, 'open', 1, now() + interval '1 day'
       from bills where user_id = $1`,
      [id],
    )
  /** Nobody signs up where accounts are metered without an active plan: they are while the job runs. */
  const settle = async () => {
    await settings.set({ subscription_type: 'metered' })
    const result = await jobs.runNow('settle-subscriptions')
    await settings.set({ subscription_type: 'none' })
    return result
  }
  /** Charged at Stripe, but its answer never arrived. */
  const lost = async () => {
    const user = await cardOwner()
    stripe.losing = true
    t.match(await settle(), { unknown: 1 })
    stripe.losing = false
    t.same(await bill(user), [{ status: 'open', attempts: 0, carried: false }])
    t.same(chargesOf(user), [100])
    await nextRun()
    return user
  }
  const deletion = (user: CardOwner) =>
    db.query("update users set deletion_at = now() - interval '1 s' where id = $1", [user.id])
  const exists = async ({ id }: CardOwner) => (await db.query('select 1 from users where id = $1', [id])).length === 1
  return {
    app,
    admin,
    stripe,
    setUp,
    cardOwner,
    bill,
    statuses,
    owed,
    credit,
    chargesOf,
    balanceOf,
    nextRun,
    olderBill,
    settle,
    lost,
    deletion,
    exists,
  }
}
