import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { type Actor, signUp } from '../support/actors.ts'
import { cli } from '../support/cli.ts'
import { crashingServer } from '../support/gateways/crashing-server.ts'
import type { ReversingDouble } from '../support/gateways/reversing-double.ts'

const kills = 3
const maxStepDelayMs = 40

/** Events of a subscription at its gateway, step by step. `paid(n)`: the gateway's id of the n-th payment. */
type Steps = (at: ReversingDouble, id: string, paid: (n: number) => string) => (() => unknown)[]

const histories: Record<string, Steps> = {
  refunded: (at, id, paid) => [
    () => at.renew(id),
    () => at.refundPayment(paid(0), 200),
    () => at.refundPayment(paid(1), 900),
    () => at.refundPayment(paid(0), 300),
    () => at.renew(id),
  ],
  disputed: (at, id, paid) => {
    const disputes: string[] = []
    return [
      () => at.renew(id),
      () => disputes.push(at.dispute(paid(0))),
      () => disputes.push(at.dispute(paid(1))),
      () => at.decide(disputes[0] ?? '', 'lost'),
      () => at.decide(disputes[1] ?? '', 'won'),
    ]
  },
  recovered: (at, id) => [
    () => at.failRenewal(id),
    () => at.settle(id),
    () => at.renew(id),
    () => at.failRenewal(id),
    () => at.settle(id),
  ],
  abandoned: (at, id, paid) => [
    () => at.renew(id),
    () => at.failRenewal(id),
    () => at.refundPayment(paid(1), 100),
    () => at.giveUp(id),
  ],
  ended: (at, id, paid) => [
    () => at.renew(id),
    () => at.refundPayment(paid(0), 450),
    () => at.end(id),
    () => at.decide(at.dispute(paid(1)), 'lost'),
  ],
}
/** Stripe alone reports that a refund which had succeeded failed. */
const failing: Steps = (at, id, paid) => [
  () => at.refundPayment(paid(0), 250),
  () => at.renew(id),
  () => at.failRefund(paid(0)),
  () => at.refundPayment(paid(1), 50),
]

interface Subscriber {
  double: ReversingDouble
  user: Actor
  history: string
  id: string
}

t.test('webhooks of subscriptions, refunds and disputes through kill -9 end in the gateway’s state', async (t) => {
  const { doubles, server, env, rows, admin, random, reportThroughKills } = await crashingServer(t)
  await admin.client.patch('/api/admin/settings', { name: 'subscription_type', value: 'fixed' })
  const { body: plan } = await admin.client.post<{ data: { id: string } }>('/api/subscriptions/admin/plans', {
    type: 'fixed',
    name: 'Plus',
    amount: '9',
    currency: 'USD',
    interval: 'month',
    features: { max_storage_amount: 50, max_team_members: 5 },
  })
  const subscribe = async (double: ReversingDouble, history: string): Promise<Subscriber> => {
    const user = await signUp(server)
    const path = `/api/${double.name}/checkout`
    const { body } = await user.client.post<{ data: { reference: string } }>(path, { planCode: plan.data.id })
    double.pay(body.data.reference)
    const found = [...double.subscriptions.values()].find(({ reference }) => reference === body.data.reference)
    return { double, user, history, id: found?.id ?? double.checkoutOf(body.data.reference).subscription ?? '' }
  }
  const subscribers: Subscriber[] = []
  for (const double of doubles as ReversingDouble[])
    for (const history of [...Object.keys(histories), ...(double.name === 'stripe' ? ['failing'] : [])])
      subscribers.push(await subscribe(double, history))

  /** Runs the steps of all subscriptions: each one's in order, different ones mixed. */
  const live = async ({ double, history, id }: Subscriber) => {
    const steps = histories[history] ?? failing
    for (const step of steps(double, id, (n) => double.subscriptionOf(id).payments[n]?.id ?? '')) {
      await sleep(random() * maxStepDelayMs)
      step()
    }
  }
  await reportThroughKills(kills, async () => {
    await Promise.all(subscribers.map(live))
  })

  const posted = await rows<{ user_id: string; type: string; reference: string; amount: string }>(
    "select user_id, type, reference, amount from ledger_transactions where type in ('charge', 'refund', 'credit')",
  )
  const states = await rows<{ id: string; status: string; ended: boolean }>(
    `select g.id, s.status, s.ends_at <= now() as ended from gateway_subscriptions g
     join subscriptions s on s.id = g.subscription_id`,
  )
  const text = (type: string, reference: string, amount: number | string) => `${type} ${reference} ${amount}`
  for (const { double, user, history, id } of subscribers) {
    const label = `${double.name}: ${history}`
    const { payments, status } = double.subscriptionOf(id)
    const lost = [...double.disputes.values()].filter(
      ({ payment, outcome }) => outcome === 'lost' && payments.some(({ id }) => id === payment.id),
    )
    const back = payments.flatMap(({ refunds }) => refunds)
    const undone = history === 'failing' ? back.slice(0, 1) : []
    const own = posted.filter(({ user_id }) => user_id === user.id)
    const expected = [
      ...payments.map((payment) =>
        text('charge', `${double.name === 'stripe' ? 'in_' : ''}${payment.id}`, payment.amount),
      ),
      ...lost.map((dispute) => text('refund', dispute.id, dispute.payment.amount)),
      ...back.map((refund) => text('refund', refund.id, refund.amount)),
      ...undone.map((refund) => text('credit', refund.id, refund.amount)),
    ]
    const found = own.map(({ type, reference, amount }) => text(type, reference, amount))
    // A refund that had failed before it was fetched was never posted.
    const skipped = undone.filter(({ id: refund }) => !found.some((one) => one.includes(refund)))
    const isPosted = (one: string) => !skipped.some(({ id: refund }) => one.includes(refund))
    t.same(found.sort(), expected.filter(isPosted).sort(), `${label}: each payment and each reversal once`)
    const here = states.filter((one) => one.id === id)
    t.equal(here.length, 1, `${label}: one subscription`)
    if (status === 'active') t.equal(here[0]?.status, 'active', label)
    if (status === 'completed') t.ok(here[0]?.status === 'completed' || here[0]?.ended, label)
  }
  const faults = await rows(
    `select 'balance' as fault from ledger_accounts a left join ledger_entries e on e.account_id = a.id
     group by a.id having a.balance <> coalesce(sum(e.amount), 0)
     union all select 'sum' from ledger_accounts group by currency having sum(balance) <> 0
     union all select 'invoice of ' || t.type from ledger_transactions t
       where t.type in ('charge', 'refund') and not exists (select 1 from invoices i where i.transaction_id = t.id)
     union all select 'numbers of ' || series from invoices group by series having max(number) - min(number) + 1 <> count(*)`,
  )
  t.same(faults, [], 'the ledger sums to zero, each of its payments and refunds has its document')
  const compared = await cli({ ...server.cliEnv, ...env }, 'jobs', 'run', 'reconcile-gateways', '--json')
  t.match(JSON.parse(compared.out), { result: { repaired: 0, failed: 0 } }, 'nothing differs from the gateways')
})
