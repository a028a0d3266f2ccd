import t from 'tap'
import { paystackSubscription } from './paystack/paystack-subscription-state.ts'

t.test('month ends: a month of Paystack after 31 January ends with February', async (t) => {
  const base = { subscription_code: 'S', email_token: '', createdAt: '2027-01-31T10:00:00.000Z' }
  const subscription = {
    ...base,
    status: 'non-renewing',
    next_payment_date: null,
    customer: { id: 1, customer_code: 'C' },
    plan: { plan_code: 'P', interval: 'monthly' },
  }
  const found = paystackSubscription(subscription, [], new Date('2027-02-01'))
  t.equal(found.endsAt?.toISOString(), '2027-02-28T10:00:00.000Z')
})
