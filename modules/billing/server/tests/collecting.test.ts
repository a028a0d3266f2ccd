import t from 'tap'
import { cardOwnersOf } from '../../../../tests/support/gateways/card-owners.ts'
import { deliver } from '../../../../tests/support/gateways/gateways.ts'
import { dayMs, ledgerFaults, meteredPlan, meterOf } from '../../../../tests/support/metered-accounts.ts'
import { eventually } from '../../../../tests/support/poll.ts'

const fixture = await cardOwnersOf(t)
const { app, stripe, cardOwner, bill, statuses, owed, credit, chargesOf, balanceOf, nextRun, olderBill, settle } =
  fixture
const { lost, deletion, exists } = fixture
const { coffer } = app
const { db, jobs, settings } = coffer.platform
/** Each period costs less than a gateway charges, or more than a dollar. */
const cents = await meteredPlan(coffer, 'USD', [meterOf('bandwidth', '0', '0.37')])
const dear = await meteredPlan(coffer, 'USD', [meterOf('bandwidth', '0', '30')])

t.test('a card that the gateway does not know: the payment fails, and added money pays the bill', async (t) => {
  const user = await cardOwner()
  stripe.customers.delete(user.customer)
  t.match(await settle(), { failed: 1, unknown: 0 })
  t.equal(await owed(user), 1, 'its user may pay now')
  await credit(user, '1')
  await eventually(t, () => statuses(user), ['paid'])
  t.equal(await balanceOf(user), 0)
})

t.test('the answer of a charge was lost, and Stripe has forgotten its key: it is not charged again', async (t) => {
  const user = await lost()
  stripe.forgetKeys()
  t.match(await settle(), { paid: 1 })
  t.same(chargesOf(user), [100])
  t.same(await statuses(user), ['paid'])
})

t.test('the answer of a charge was lost, and the card was replaced: it is not charged again', async (t) => {
  const user = await lost()
  const cards = stripe.customers.get(user.customer)?.cards
  cards?.splice(0, 1)
  stripe.storeCard(user.customer, '1881')
  await user.client.post('/api/subscriptions/credit-cards/refresh', {})
  await eventually(t, () => statuses(user), ['paid'])
  t.same(chargesOf(user), [100])
})

t.test('the answer of a charge was lost, and the card was removed: it is paid nevertheless', async (t) => {
  const user = await lost()
  stripe.customers.get(user.customer)?.cards.splice(0, 1)
  await user.client.post('/api/subscriptions/credit-cards/refresh', {})
  t.match(await settle(), { paid: 1 })
  t.same(chargesOf(user), [100])
})

t.test('bills below what Stripe charges: carried without a failure, and charged with a later one', async (t) => {
  const user = await cardOwner(cents)
  t.match(await settle(), { carried: 1, failed: 0, unknown: 0 })
  t.same(await bill(user), [{ status: 'open', attempts: 0, carried: true }])
  t.same(
    await db.query('select 1 from billing_accounts where user_id = $1 and dunning_reason is not null', [user.id]),
    [],
  )
  await db.query(
    "update subscriptions set period_from = period_from - interval '29 days', period_to = period_to - interval '29 days' where id = $1",
    [user.subscription],
  )
  t.match(await settle(), { paid: 1, carried: 0 })
  t.same(chargesOf(user), [74], 'one charge for both')
  t.match(await settle(), { paid: 1 }, 'the carried one, from what was charged for it')
  t.same(chargesOf(user), [74])
  t.same(await statuses(user), ['paid', 'paid'])
  t.equal(await balanceOf(user), 0)
  const [invoices] = await db.query<{ n: number }>('select count(*)::int as n from invoices where user_id = $1', [
    user.id,
  ])
  t.equal(invoices?.n, 2)
})

t.test('a carried bill is charged with one of several other open bills only', async (t) => {
  const user = await cardOwner(cents)
  t.match(await settle(), { carried: 1 })
  await db.query(
    `insert into bills (id, user_id, subscription_id, plan_version_id, period_from, period_to, currency, lines, cap, total,
       status, attempts, carried, next_attempt_at)
     select gen_random_uuid(), user_id, subscription_id, plan_version_id, period_from - n * interval '100 days',
       period_to - n * interval '100 days', currency, lines, cap, n * 500, 'open', 1, false, now() + interval '1 day'
     from bills, (values (1), (2)) as more (n) where user_id = $1`,
    [user.id],
  )
  await coffer.billing.settlement.retry(user.id)
  t.same(chargesOf(user), [1_037, 500])
  t.same(await statuses(user), ['paid', 'paid', 'paid'])
  t.equal(await balanceOf(user), 0)
})

t.test('a debt is charged with one of the next bills', async (t) => {
  const user = await cardOwner()
  stripe.declining = true
  t.match(await settle(), { failed: 1 })
  stripe.declining = false
  await olderBill(user)
  const money = { userId: user.id, amount: 700, currency: 'USD', gateway: 'stripe' } as const
  await db.transaction((tx) =>
    coffer.billing.ledger.post(tx, {
      ...money,
      type: 'refund',
      from: { balance: user.id },
      to: { gateway: 'stripe' },
      isOwed: true,
      key: `disputed:${user.id}`,
    }),
  )
  await coffer.billing.settlement.retry(user.id)
  t.same(chargesOf(user), [1_200, 100])
  t.same(await statuses(user), ['paid', 'paid'])
  const accounts = 'select kind, balance from ledger_accounts where user_id = $1 order by kind'
  t.same(await db.query(accounts, [user.id]), [
    { kind: 'balance', balance: 0 },
    { kind: 'debt', balance: 0 },
  ])
})

t.test('a bill whose payment a lost dispute took is owed again, and a refunded one is not', async (t) => {
  const disputed = async ({ isRefunded = false } = {}) => {
    const user = await cardOwner()
    await settle()
    const [payment] = await db.query<{ reference: string }>(
      "select reference from ledger_transactions where user_id = $1 and type = 'charge' and status = 'completed'",
      [user.id],
    )
    const { reference = '' } = payment ?? {}
    if (isRefunded) stripe.refundPayment(reference, 100)
    else stripe.decide(stripe.dispute(reference), 'lost')
    for (const { body } of stripe.events) await deliver(app, stripe, body)
    await jobs.settled('sync-gateway-object')
    return user
  }
  const creditNotes = ({ id }: { id: string }) =>
    db.query('select 1 from invoices where user_id = $1 and credited_invoice_id is not null', [id])
  const debtOf = ({ id }: { id: string }) =>
    db.query("select balance from ledger_accounts where user_id = $1 and kind = 'debt' and balance < 0", [id])
  const [refunded, user, cardless] = [await disputed({ isRefunded: true }), await disputed(), await disputed()]
  t.same([await debtOf(refunded), (await creditNotes(refunded)).length], [[], 1])
  t.same([await debtOf(user), await creditNotes(user)], [[{ balance: -100 }], []])
  t.match(
    await db.query("select details->'isOwed' as owed from audit_log where target = $1 and details ? 'isOwed'", [
      user.id,
    ]),
    [{ owed: true }],
  )
  await db.query('delete from payment_cards where user_id = $1', [cardless.id])
  await settings.set({ subscription_type: 'metered' })
  await jobs.runNow('scan-dunning')
  await settings.set({ subscription_type: 'none' })
  t.match(
    await db.query(
      'select user_id, dunning_reason from billing_accounts where user_id = any($1) and dunning_reason is not null',
      [[refunded.id, user.id, cardless.id]],
    ),
    [{ user_id: cardless.id, dunning_reason: 'payment-failed' }],
  )
  await db.query(
    "update subscriptions set period_from = period_from - interval '29 days', period_to = period_to - interval '29 days' where id = $1",
    [user.subscription],
  )
  await settle()
  t.same(chargesOf(user), [100, 200], 'with the next bill')
  t.same(await debtOf(user), [])
})

t.test('while a gateway does not answer, a run ends after a few charges, and the next run goes on', async (t) => {
  const users = []
  for (let n = 0; n < 7; n++) users.push(await cardOwner())
  stripe.failing = 1_000
  t.match(await settle(), { unknown: 5, paid: 0 })
  stripe.failing = 0
  t.match(await settle(), { unknown: 0, paid: 2 }, 'those that were not tried are not held back')
  await nextRun()
  t.match(await settle(), { unknown: 0, paid: 5 })
  for (const user of users) t.same(chargesOf(user), [100])
})

t.test(
  'while a gateway does not answer, “Pay now” declines nothing, and added money pays the other bills',
  async (t) => {
    const user = await cardOwner()
    stripe.declining = true
    t.match(await settle(), { failed: 1 })
    stripe.declining = false
    await olderBill(user)
    const payNow = () => user.client.post('/api/subscriptions/failed-payments/retry', {})
    const away = { status: 503, body: { code: 'gateway-unavailable' } }
    stripe.failing = 1_000
    t.match(await payNow(), away)
    stripe.failing = 0
    await credit(user, '1')
    await eventually(t, () => statuses(user), ['open', 'paid'])
    t.match(await payNow(), away, 'the outcome of the other charge is not known yet')
    await nextRun()
    t.equal((await payNow()).status, 200)
    t.same(chargesOf(user), [500])
    t.equal(await owed(user), 0)
  },
)

t.test('a carried bill is paid by money that is added', async (t) => {
  const user = await cardOwner(cents)
  t.match(await settle(), { carried: 1 })
  await credit(user, '0.40')
  await eventually(t, () => statuses(user), ['paid'])
  t.equal(await balanceOf(user), 3)
})

t.test('an account is deleted while the gateway is away: only when its bill is paid', async (t) => {
  const user = await cardOwner(dear)
  await settle()
  await coffer.billing.settlement.retry(user.id)
  t.same(chargesOf(user), [3_000])
  await deletion(user)
  stripe.failing = 1
  for (const _ of [1, 2]) {
    await t.rejects(jobs.runNow('delete-accounts'))
    t.ok(await exists(user))
    await nextRun()
  }
  stripe.failing = 0
  // A run that has begun meanwhile holds the account's lock.
  const deleted = async () => {
    await jobs.runNow('delete-accounts')
    return !(await exists(user))
  }
  await eventually(t, deleted, true)
  t.same(chargesOf(user), [3_000, 100], 'a day of thirty')
  t.same(await statuses(user), ['paid', 'paid'])
})

t.test('a bill whose attempts are used up says that it is not tried again', async (t) => {
  const user = await cardOwner()
  stripe.declining = true
  t.match(await settle(), { failed: 1 })
  stripe.declining = false
  const next = async () => {
    const { body } = await user.client.get<{ data: { attributes: { next_attempt_at: string | null } }[] }>(
      '/api/subscriptions/failed-payments',
    )
    return body.data[0]?.attributes.next_attempt_at
  }
  t.match(await next(), /^20/)
  await db.query('update bills set attempts = 10 where user_id = $1', [user.id])
  t.equal(await next(), null)
})

t.test('an account that cannot pay is deleted: its bills are written off', async (t) => {
  const user = await cardOwner()
  stripe.declining = true
  t.match(await settle(), { failed: 1 })
  await deletion(user)
  await jobs.runNow('delete-accounts')
  stripe.declining = false
  t.notOk(await exists(user))
  t.same(await statuses(user), ['written-off', 'written-off'])
  t.same(await db.query('select 1 from billing_accounts where user_id = $1', [user.id]), [], 'no alert, cap or dunning')
  await nextRun()
  t.match(await settle(), { paid: 0, failed: 0, unknown: 0 })
  await t.rejects(db.query("update bills set status = 'open' where user_id = $1", [user.id]), { code: '23001' })
})

t.test('a first card whose webhook was lost is found by the daily comparison', async (t) => {
  const user = await cardOwner()
  await db.query('delete from payment_cards where user_id = $1', [user.id])
  await jobs.runNow('reconcile-gateways')
  t.equal((await db.query('select 1 from payment_cards where user_id = $1', [user.id])).length, 1)
})

t.test('the ledger adds up', async (t) => {
  t.same(await ledgerFaults(coffer), [])
  t.match(await coffer.billing.recompute(new Date(0), new Date(Date.now() + dayMs), null), {
    differing: [],
    unposted: [],
  })
})
