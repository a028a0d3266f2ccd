import t from 'tap'
import { payPalSubscription } from './paypal-state.ts'

const yearLater = (from: Date) => new Date(from.getTime() + 365 * 86_400_000)
const [agreed, ended] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z']
const agreement = { id: 'I-1', plan_id: 'P-1', start_time: agreed, status_update_time: ended }
const stateOf = (status: string, paidAt?: string) =>
  payPalSubscription(
    { ...agreement, status, billing_info: paidAt ? { last_payment: { time: paidAt } } : {} },
    [],
    yearLater,
  )

t.test('a subscription without a payment grants nothing', async (t) => {
  t.match(stateOf('ACTIVE'), { status: 'inactive', period: null, endsAt: null })
  for (const status of ['SUSPENDED', 'CANCELLED'])
    t.match(stateOf(status), { status: 'completed', period: null, endsAt: new Date(ended) }, status)
})

t.test('a paid one lasts as long as it is paid for', async (t) => {
  const period = { from: new Date(agreed), to: yearLater(new Date(agreed)) }
  t.match(stateOf('ACTIVE', agreed), { status: 'active', period, endsAt: null })
  for (const status of ['SUSPENDED', 'CANCELLED'])
    t.match(stateOf(status, agreed), { status: 'cancelled', period, endsAt: period.to }, status)
})
