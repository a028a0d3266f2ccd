import t from 'tap'
import type { PayPalConnection } from './paypal/paypal-connection.ts'
import { payPalSubscriptions } from './paypal/paypal-subscriptions.ts'
import { paystackSubscription } from './paystack/paystack-subscription-state.ts'

t.test('month ends: a month after 31 January ends with February', async (t) => {
  const base = { subscription_code: 'S', email_token: '', createdAt: '2027-01-31T10:00:00.000Z' }
  const subscription = {
    ...{ ...base, status: 'non-renewing', next_payment_date: null, customer: { id: 1, customer_code: 'C' } },
    plan: { plan_code: 'P', interval: 'monthly' },
  }
  const found = paystackSubscription(subscription, [], new Date('2027-02-01'))
  t.equal(found.endsAt?.toISOString(), '2027-02-28T10:00:00.000Z', 'paystack')

  const answers: Record<string, unknown> = {
    subscriptions: { id: 'I', status: 'CANCELLED', plan_id: 'P', start_time: base.createdAt },
    transactions: { transactions: [] },
    plans: { id: 'P', billing_cycles: [{ frequency: { interval_unit: 'MONTH' } }] },
  }
  const call = async ({ path }: { path: string }) =>
    answers[path.includes('/transactions') ? 'transactions' : path.includes('/plans/') ? 'plans' : 'subscriptions']
  const paypal = payPalSubscriptions({ call } as unknown as PayPalConnection)
  t.equal((await paypal.subscription('I')).endsAt?.toISOString(), '2027-02-28T10:00:00.000Z', 'paypal')
})
