import t from 'tap'
import type { Actor } from '../../../../tests/support/actors.ts'
import { cardOwnersOf } from '../../../../tests/support/gateways/card-owners.ts'
import { ledgerFaults, meteredPlan, meterOf } from '../../../../tests/support/metered-accounts.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import type { FailedPayment } from '../../contract.ts'

const { app, stripe, cardOwner, bill, statuses, credit, chargesOf, nextRun, settle } = await cardOwnersOf(t)
const { coffer } = app
const { db } = coffer.platform
const free = await meteredPlan(coffer, 'USD', [meterOf('bandwidth', '0')])

/** With a stored card, a debt, and a period that has ended and costs nothing. */
const debtor = async (amount: number) => {
  const user = await cardOwner(free)
  await db.transaction((tx) =>
    coffer.billing.ledger.post(tx, {
      userId: user.id,
      amount,
      currency: 'USD',
      type: 'refund',
      gateway: 'stripe',
      from: { balance: user.id },
      to: { gateway: 'stripe' },
      isOwed: true,
      key: `disputed:${user.id}`,
    }),
  )
  return user
}
const accountsOf = ({ id }: Actor) =>
  db.query('select kind, balance from ledger_accounts where user_id = $1 order by kind', [id])
const repaid = [
  { kind: 'balance', balance: 0 },
  { kind: 'debt', balance: 0 },
]
const reasonOf = async ({ id }: Actor) =>
  (
    await db.query<{ dunning_reason: string | null }>(
      'select dunning_reason from billing_accounts where user_id = $1',
      [id],
    )
  )[0]?.dunning_reason ?? null
/** Lets the period that runs end too. */
const endPeriod = ({ subscription }: { subscription: string }) =>
  db.query(
    "update subscriptions set period_from = period_from - interval '29 days', period_to = period_to - interval '29 days' where id = $1",
    [subscription],
  )

t.test('a bill of 0 charges the debt of its account to the stored card, once', async (t) => {
  const user = await debtor(700)
  t.match(await settle(), { paid: 1 })
  t.same(chargesOf(user), [700])
  t.same([await statuses(user), await accountsOf(user)], [['paid'], repaid])
  await endPeriod(user)
  t.match(await settle(), { paid: 1 })
  t.same([chargesOf(user), await statuses(user)], [[700], ['paid', 'paid']])
})

t.test('the answer of such a charge was lost: it is not charged again', async (t) => {
  const user = await debtor(700)
  stripe.losing = true
  t.match(await settle(), { unknown: 1 })
  stripe.losing = false
  await nextRun()
  t.match(await settle(), { paid: 1 })
  t.same([chargesOf(user), await accountsOf(user)], [[700], repaid])
})

t.test('such a charge is declined: its user is shown the debt, and released when a later charge pays it', async (t) => {
  const user = await debtor(700)
  stripe.declining = true
  t.match(await settle(), { failed: 1 })
  stripe.declining = false
  t.equal(await reasonOf(user), 'payment-failed')
  const { body } = await user.client.get<{ data: FailedPayment[] }>('/api/subscriptions/failed-payments')
  t.match(body.data, [{ attributes: { total: 700, currency: 'USD', attempts: 1, source: 'credit-card' } }])
  const failed = "select amount from ledger_transactions where user_id = $1 and status = 'error'"
  t.same(await db.query(failed, [user.id]), [{ amount: 700 }])
  await endPeriod(user)
  t.match(await settle(), { billed: 1, paid: 1, failed: 0 }, 'the next bill of 0 charges nothing as well')
  t.same([chargesOf(user), await statuses(user)], [[], ['open', 'paid']])
  await nextRun()
  t.match(await settle(), { paid: 1 })
  t.same([chargesOf(user), await accountsOf(user), await reasonOf(user)], [[700], repaid, null])
})

t.test('a debt below the least charge waits without a failure, and is paid by added money', async (t) => {
  const user = await debtor(30)
  t.match(await settle(), { carried: 1, failed: 0 })
  t.same(await bill(user), [{ status: 'open', attempts: 0, carried: true }])
  t.equal(await reasonOf(user), null)
  await credit(user, '0.30')
  await eventually(t, () => statuses(user), ['paid'])
  t.same([chargesOf(user), await accountsOf(user)], [[], repaid])
})

t.test('the ledger adds up', async (t) => {
  t.same(await ledgerFaults(coffer), [])
})
