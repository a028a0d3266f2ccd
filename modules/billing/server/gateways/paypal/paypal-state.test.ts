import t from 'tap'
import { payPalSubscription } from './paypal-state.ts'

const [agreed, ended] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z']
const agreement = { id: 'I-1', plan_id: 'P-1', start_time: agreed, status_update_time: ended }
const stateOf = (status: string, paidAt?: string, transactions: Parameters<typeof payPalSubscription>[1] = []) => {
  const billing_info = paidAt ? { last_payment: { time: paidAt } } : {}
  return payPalSubscription({ ...agreement, status, billing_info }, transactions)
}

t.test('a subscription without a payment grants nothing', async (t) => {
  t.match(stateOf('ACTIVE'), { status: 'inactive', period: null, endsAt: null })
  for (const status of ['SUSPENDED', 'CANCELLED'])
    t.match(stateOf(status), { status: 'completed', period: null, endsAt: new Date(ended) }, status)
})

t.test('a subscription whose first payment is pending has not begun, also when it is cancelled', async (t) => {
  const pending = {
    id: 'T-1',
    status: 'PENDING',
    amount_with_breakdown: { gross_amount: { currency_code: 'USD', value: '9' } },
  }
  for (const status of ['ACTIVE', 'SUSPENDED', 'CANCELLED'])
    t.match(
      stateOf(status, undefined, [pending]),
      { status: 'inactive', period: null, endsAt: null, payments: [] },
      status,
    )
  t.match(stateOf('CANCELLED', agreed, [pending]), { status: 'cancelled' }, 'a renewal')
})

t.test('PayPal does not name the end of a paid subscription without a next payment', async (t) => {
  const period = { from: new Date(agreed), to: null }
  t.match(stateOf('ACTIVE', agreed), { status: 'active', period, endsAt: null })
  for (const status of ['SUSPENDED', 'CANCELLED'])
    t.match(stateOf(status, agreed), { status: 'cancelled', period, endsAt: null }, status)
})
