import t from 'tap'
import { payPalSubscription } from './paypal-state.ts'

const [agreed, ended] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z']
const agreement = { id: 'I-1', plan_id: 'P-1', start_time: agreed, status_update_time: ended }
const stateOf = (status: string, paidAt?: string) =>
  payPalSubscription({ ...agreement, status, billing_info: paidAt ? { last_payment: { time: paidAt } } : {} }, [])

t.test('a subscription without a payment grants nothing', async (t) => {
  t.match(stateOf('ACTIVE'), { status: 'inactive', period: null, endsAt: null })
  for (const status of ['SUSPENDED', 'CANCELLED'])
    t.match(stateOf(status), { status: 'completed', period: null, endsAt: new Date(ended) }, status)
})

t.test('PayPal does not name the end of a paid subscription without a next payment', async (t) => {
  const period = { from: new Date(agreed), to: null }
  t.match(stateOf('ACTIVE', agreed), { status: 'active', period, endsAt: null })
  for (const status of ['SUSPENDED', 'CANCELLED'])
    t.match(stateOf(status, agreed), { status: 'cancelled', period, endsAt: null }, status)
})
