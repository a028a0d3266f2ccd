import t from 'tap'
import type { Plan } from '../../contract.ts'
import { plansByInterval, yearlySaving } from './plan-offers.ts'

const plan = (name: string, interval: 'month' | 'year', amount: number, currency = 'USD') =>
  ({ id: `${name}-${interval}`, attributes: { name, interval, amount, currency } }) as Plan

t.test('plan offers: a yearly plan saves compared with the monthly plan of its name and currency', async (t) => {
  const plus = plan('Plus', 'year', 9000)
  const plans = [plan('Plus', 'month', 900), plus, plan('Pro', 'month', 1900), plan('Plus', 'month', 100, 'EUR')]
  t.equal(yearlySaving(plus, plans).toFixed(4), '0.1667')
  t.equal(yearlySaving(plan('Pro', 'year', 30_000), plans), 0, 'a dearer year saves nothing')
  t.equal(yearlySaving(plan('Solo', 'year', 100), plans), 0, 'without a monthly plan')
  t.equal(yearlySaving(plan('Plus', 'month', 1), plans), 0, 'a monthly plan')
  t.strictSame(
    plansByInterval(plans, 'year').map(({ id }) => id),
    ['Plus-year'],
  )
})
