import t from 'tap'
import { cardOwnersOf } from '../../../../tests/support/gateways/card-owners.ts'
import { ledgerFaults, meteredPlan, meterOf } from '../../../../tests/support/metered-accounts.ts'
import { eventually } from '../../../../tests/support/poll.ts'

const fixture = await cardOwnersOf(t)
const { app, stripe, setUp, cardOwner, bill, statuses, credit, chargesOf, balanceOf, nextRun, olderBill, settle } =
  fixture
const { lost, deletion, exists } = fixture
const { db, jobs, settings } = app.coffer.platform
const dear = await meteredPlan(app.coffer, 'USD', [meterOf('bandwidth', '0', '30')])

const { secret } = stripe.credentials
const misconfigurations = [
  {
    what: 'credentials were removed',
    begin: () => settings.reset('stripe_credentials'),
    end: async () => void (await setUp()),
  },
  {
    what: 'credentials are rejected',
    begin: async () => void Object.assign(stripe.credentials, { secret: 'sk_rolled' }),
    end: async () => void Object.assign(stripe.credentials, { secret }),
  },
]
for (const { what, begin, end } of misconfigurations) {
  t.test(`${what}: no payment fails, administrators are told, and added money pays the bill`, async (t) => {
    const [user, other] = [await cardOwner(), await cardOwner()]
    await begin()
    const result = await settle()
    t.match(result, { failed: 0, unknown: 0, misconfigured: 2 })
    t.match(jobs.failureOf('settle-subscriptions', result), 'no credentials or rejects them: 2')
    for (const { id } of [user, other]) {
      t.same(await db.query("select 1 from ledger_transactions where user_id = $1 and status = 'error'", [id]), [])
      const dunned = 'select 1 from billing_accounts where user_id = $1 and dunning_reason is not null'
      t.same(await db.query(dunned, [id]), [])
    }
    t.same(await bill(user), [{ status: 'open', attempts: 0, carried: false }])
    await credit(user, '1')
    await eventually(t, () => statuses(user), ['paid'])
    t.equal(await balanceOf(user), 0)
    await end()
    await nextRun()
    t.match(await settle(), { paid: 1, misconfigured: 0 })
    t.same([chargesOf(user), chargesOf(other)], [[], [100]])
  })

  t.test(`${what} after the answer of a charge was lost: the balance does not pay the bill as well`, async (t) => {
    const user = await lost()
    await begin()
    t.match(await settle(), { misconfigured: 1 })
    await nextRun()
    await credit(user, '1')
    await eventually(t, () => balanceOf(user), 100)
    await end()
    await nextRun()
    await settle()
    await eventually(t, () => statuses(user), ['paid'])
    t.same(chargesOf(user), [100])
    t.equal(await balanceOf(user), 100)
  })
}

t.test('credentials are rejected: “Pay now” declines nothing, and the balance pays the other bills', async (t) => {
  const user = await cardOwner()
  stripe.declining = true
  t.match(await settle(), { failed: 1 })
  stripe.declining = false
  await olderBill(user)
  stripe.credentials.secret = 'sk_rolled'
  const payNow = () => user.client.post('/api/subscriptions/failed-payments/retry', {})
  t.match(await payNow(), { status: 503, body: { code: 'gateway-unavailable' } })
  await credit(user, '1')
  await eventually(t, () => statuses(user), ['open', 'paid'])
  t.match(await bill(user), [{ attempts: 1 }, { attempts: 1 }])
  stripe.credentials.secret = secret
  t.equal((await payNow()).status, 200)
  t.same(chargesOf(user), [500])
})

t.test('an account is deleted where credentials were removed, and waits while they are rejected', async (t) => {
  for (const { what, begin, end } of misconfigurations) {
    const user = await cardOwner(dear)
    await settle()
    await deletion(user)
    await begin()
    const deleted = jobs.runNow('delete-accounts')
    const waits = what.endsWith('rejected')
    if (waits) await t.rejects(deleted, what)
    else await deleted
    t.equal(await exists(user), waits, what)
    await end()
    await jobs.runNow('delete-accounts')
    t.notOk(await exists(user), what)
    t.same(await statuses(user), ['paid', waits ? 'paid' : 'written-off'], what)
  }
})

t.test('an account is deleted whose charge has no answer and whose gateway has no credentials any more', async (t) => {
  const user = await lost()
  await settings.reset('stripe_credentials')
  await deletion(user)
  await jobs.runNow('delete-accounts')
  await setUp()
  t.notOk(await exists(user))
  t.same(await statuses(user), ['written-off', 'written-off'])
  await nextRun()
  t.match(await settle(), { paid: 0, unknown: 0, misconfigured: 0 })
})

/** The charges of an account that have no answer were begun a month ago. */
const age = ({ id }: { id: string }) =>
  db.query(
    "update bills set charged_at = charged_at - interval '31 days' where user_id = $1 and charge_amount is not null",
    [id],
  )

t.test(
  'an old charge has no answer where credentials were removed: it is given up, and not charged again',
  async (t) => {
    const user = await cardOwner()
    t.match(await settle(), { paid: 1 })
    await olderBill(user)
    stripe.losing = true
    await t.rejects(app.coffer.billing.settlement.retry(user.id))
    await age(user)
    const recent = await lost()
    await settings.reset('stripe_credentials')
    t.match(await settle(), { misconfigured: 1, writtenOff: 1 })
    t.same([await statuses(user), await statuses(recent)], [['written-off', 'paid'], ['open']])
    await setUp()
    await nextRun()
    t.match(await settle(), { paid: 1, misconfigured: 0, writtenOff: 0 })
    t.same([chargesOf(user), chargesOf(recent)], [[100, 500], [100]])
  },
)

t.test(
  'carried bills and the debt that may have been charged with it are given up too, a month after the charge',
  async (t) => {
    const user = await cardOwner()
    t.match(await settle(), { paid: 1 })
    await olderBill(user)
    await db.query(
      `insert into bills (id, user_id, subscription_id, plan_version_id, period_from, period_to, currency, lines, total, carried,
       next_attempt_at)
     select gen_random_uuid(), user_id, subscription_id, plan_version_id, period_from - interval '50 days',
       period_to - interval '50 days', currency, lines, 40, true, now() + interval '30 days'
     from bills where user_id = $1 and total = 100`,
      [user.id],
    )
    const owed = {
      userId: user.id,
      amount: 700,
      currency: 'USD',
      type: 'refund',
      gateway: 'stripe',
      key: user.id,
    } as const
    const { ledger } = app.coffer.billing
    await db.transaction((tx) => ledger.post(tx, { ...owed, from: { debt: user.id }, to: { gateway: 'stripe' } }))
    stripe.losing = true
    await t.rejects(app.coffer.billing.settlement.retry(user.id))
    stripe.losing = false
    await settings.reset('stripe_credentials')
    await nextRun()
    t.match(await settle(), { misconfigured: 1, writtenOff: 0 }, 'the period is old, the charge is not')
    await age(user)
    await nextRun()
    t.match(await settle(), { misconfigured: 0, writtenOff: 1 })
    await setUp()
    await nextRun()
    t.match(await settle(), { paid: 1 }, 'of the balance')
    await nextRun()
    await settle()
    t.same(
      [await statuses(user), chargesOf(user)],
      [
        ['written-off', 'paid', 'paid'],
        [100, 1_240],
      ],
    )
    const left = await db.query('select balance from ledger_accounts where user_id = $1', [user.id])
    t.match(left, [{ balance: 0 }, { balance: 0 }], 'neither money nor a debt')
    t.match(
      await db.query("select details from audit_log where action = 'billing.bill.waived' and target = $1", [user.id]),
      [{ details: { amount: 1_240, currency: 'USD' } }],
    )
  },
)

t.test('the ledger adds up', async (t) => {
  t.same(await ledgerFaults(app.coffer), [])
})
