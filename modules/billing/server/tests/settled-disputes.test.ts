import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import type { ReversingDouble } from '../../../../tests/support/gateways/reversing-double.ts'
import { reversingPaymentsOf } from '../../../../tests/support/gateways/reversing-payments.ts'
import { ledgerFaults } from '../../../../tests/support/metered-accounts.ts'

const { app, reversing, deliverAll, subscribe, refunds, accountsOf } = await reversingPaymentsOf(t)
const { db, jobs } = app.coffer.platform

t.test(
  'reversals: a dispute that a refund has settled takes the money once, whichever is reported first',
  async (t) => {
    for (const double of reversing)
      for (const first of ['refund', 'dispute'] as const) {
        const user = await signUp(app)
        const { body } = await user.client.post<{ data: { reference: string } }>(`/api/${double.name}/checkout`, {
          amount: '20',
        })
        double.pay(body.data.reference)
        await deliverAll(double)
        const payment = double.checkoutOf(body.data.reference).payment?.id ?? ''
        const dispute = double.dispute(payment)
        const steps = [() => double.refundPayment(payment, 2_000), () => double.decide(dispute, 'lost')]
        for (const step of first === 'refund' ? steps : steps.reverse()) {
          step()
          await deliverAll(double)
        }
        const back = await db.query("select amount from ledger_transactions where user_id = $1 and type = 'refund'", [
          user.id,
        ])
        t.same(back, [{ amount: 2_000 }], `${double.name}: ${first}`)
        t.same(await accountsOf(user), { balance: 0, debt: 0 })
      }
    t.same(await ledgerFaults(app.coffer), [])
  },
)

t.test('reversals: a lost dispute in another currency takes the payment back, and ends its plan', async (t) => {
  for (const double of reversing) {
    const money = { amount: 1_800, currency: 'EUR' }
    const user = await signUp(app)
    const { body } = await user.client.post<{ data: { reference: string } }>(`/api/${double.name}/checkout`, {
      amount: '20',
    })
    double.pay(body.data.reference)
    await deliverAll(double)
    const payment = double.checkoutOf(body.data.reference).payment?.id ?? ''
    double.decide(double.dispute(payment, money), 'lost')
    await deliverAll(double)
    t.same(
      await accountsOf(user),
      { balance: 0, debt: 0 },
      `${double.name}: nothing is left, and nothing is owed in EUR`,
    )

    const subscriber = await signUp(app)
    const paid = await subscribe(subscriber, double)
    await deliverAll(double)
    double.refundPayment(paid, 300)
    const dispute = double.dispute(paid, money)
    await deliverAll(double)
    const shown = (await app.coffer.billing.administration.transactions({}, 'en')).rows
    const ofUser = shown.filter(({ user: { id } }) => id === subscriber.id)
    t.same(new Set(ofUser.map(({ refundable }) => refundable)), new Set([null]), 'nothing of it is refunded meanwhile')
    double.decide(dispute, 'lost')
    await deliverAll(double)
    for (let round = 0; round < 2; round++) await jobs.runNow('reconcile-gateways')
    t.same(
      await refunds(subscriber),
      [
        { amount: 300, reason: 'refund', total: 300 },
        { amount: 600, reason: 'dispute', total: 600 },
      ],
      double.name,
    )
    const { body: plan } = await subscriber.client.get('/api/subscriptions/detail')
    t.match(plan, { data: { attributes: { status: 'completed' } } })
  }
  t.same(await ledgerFaults(app.coffer), [])
})

t.test('reversals: a refund in another currency posts nothing, and is reported once', async (t) => {
  for (const double of reversing) {
    const subscriber = await signUp(app)
    const paid = await subscribe(subscriber, double)
    await deliverAll(double)
    double.refundPayment(paid, 100, 'EUR')
    await deliverAll(double)
    for (let round = 0; round < 2; round++) await jobs.runNow('reconcile-gateways')
    t.same(await refunds(subscriber), [], double.name)
    const shown = (await app.coffer.billing.administration.transactions({}, 'en')).rows
    t.match(
      shown.filter(({ user: { id } }) => id === subscriber.id),
      [{ refundable: '9.00' }],
    )
    const { body: plan } = await subscriber.client.get('/api/subscriptions/detail')
    t.match(plan, { data: { attributes: { status: 'active' } } })
    const reported = `select details->>'currency' as currency, details->>'isOtherCurrency' as other from audit_log
      where action = 'billing.payment.refunded' and target = $1`
    t.same(await db.query(reported, [subscriber.id]), [{ currency: 'EUR', other: 'true' }])
  }
  t.same(await ledgerFaults(app.coffer), [])
})

t.test(
  'reversals: a dispute takes only the amount that a refund has left; after a failed refund it takes all',
  async (t) => {
    const [stripe] = reversing as [ReversingDouble]
    const [user, other] = [await signUp(app), await signUp(app)]
    const payments = [await subscribe(user, stripe), await subscribe(other, stripe)] as const
    stripe.refundPayment(payments[0], 500)
    stripe.refundPayment(payments[1], 900)
    await deliverAll(stripe)
    for (const payment of payments) stripe.decide(stripe.dispute(payment), 'lost')
    await deliverAll(stripe)
    const [refund, dispute] = [
      { amount: 500, reason: 'refund' },
      { amount: 400, reason: 'dispute' },
    ]
    t.match(await refunds(user), [dispute, refund])
    t.match(await refunds(other), [{ amount: 900, reason: 'refund' }])
    stripe.failRefund(payments[1])
    await deliverAll(stripe)
    await jobs.runNow('reconcile-gateways')
    t.match((await refunds(other)).map(({ reason }) => reason).sort(), ['dispute', 'refund'])

    stripe.failRefund(payments[0])
    await deliverAll(stripe)
    for (let round = 0; round < 2; round++) await jobs.runNow('reconcile-gateways')
    const all = [dispute, { amount: 500, reason: 'dispute' }, refund]
    const byReason = (a: { reason: string }, b: { reason: string }) => a.reason.localeCompare(b.reason)
    t.match((await refunds(user)).sort(byReason), all, 'what the refund had left of the dispute, and the rest')
    const sum = 'select sum(amount)::int as amount from ledger_transactions where user_id = $1 and type = $2'
    t.same(await db.query(sum, [user.id, 'refund']), [{ amount: 1_400 }], 'of which the failed refund came back')
    t.same(await db.query(sum, [user.id, 'credit']), [{ amount: 500 }])
    t.same(await ledgerFaults(app.coffer), [])
  },
)
