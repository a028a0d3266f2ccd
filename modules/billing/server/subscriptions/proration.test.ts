import fc from 'fast-check'
import t from 'tap'
import { dayMs } from '../../../shared/contract.ts'
import { addUtcMonths, periodAt } from './periods.ts'
import { prorate } from './proration.ts'

const utc = (text: string) => new Date(`${text}T00:00:00Z`)
const monthly = (amount: number, currency = 'USD') => ({ amount, currency, interval: 'month' }) as const

t.test('months end on their last day and do not lose the day they began with', async (t) => {
  const start = utc('2028-01-31')
  const ends = Array.from({ length: 13 }, (_, count) => addUtcMonths(start, count).toISOString().slice(5, 10))
  t.same(ends, '01-31 02-29 03-31 04-30 05-31 06-30 07-31 08-31 09-30 10-31 11-30 12-31 01-31'.split(' '))
  t.same(addUtcMonths(utc('2028-02-29'), 12), utc('2029-02-28'))
  t.same(periodAt(utc('2028-02-29'), 'year', utc('2032-02-29')), { from: utc('2032-02-29'), to: utc('2033-02-28') })
})

t.test('any date lies in exactly one period, and periods follow each other', async () => {
  const date = fc.integer({ min: 0, max: 20_000 }).map((days) => new Date(days * dayMs))
  fc.assert(
    fc.property(date, fc.nat(4_000), fc.constantFrom('month' as const, 'year' as const), (start, days, interval) => {
      const at = new Date(start.getTime() + days * dayMs)
      const period = periodAt(start, interval, at)
      const next = periodAt(start, interval, period.to)
      return period.from <= at && at < period.to && next.from.getTime() === period.to.getTime()
    }),
  )
})

t.test('a change in the middle of a month: half of each price', async (t) => {
  const paid = { from: utc('2026-06-01'), to: utc('2026-07-01') }
  const half = utc('2026-06-16')
  const up = prorate(monthly(1_000), monthly(3_000), paid, half)
  t.match(up, { credit: 500, charge: 1_500, due: 1_000, remaining: 0, period: paid })
  const down = prorate(monthly(3_000), monthly(1_000), paid, half)
  t.match(down, { credit: 1_500, charge: 500, due: 0, remaining: 1_000, period: paid })
  const yearly = prorate(monthly(1_000), { amount: 9_000, currency: 'USD', interval: 'year' }, paid, half)
  t.match(yearly, { credit: 500, charge: 9_000, due: 8_500, period: { from: half, to: utc('2027-06-16') } })
  t.equal(prorate(monthly(1_000), monthly(1_000, 'EUR'), paid, half), null)
})

t.test('a change never costs more than the new price, and a change there and back costs nothing', async () => {
  const paid = { from: utc('2028-02-01'), to: utc('2028-03-01') }
  const amount = fc.integer({ min: 1, max: 2 ** 40 })
  fc.assert(
    fc.property(amount, amount, fc.nat(29 * dayMs), fc.constantFrom('USD', 'JPY', 'KWD'), (one, two, ms, currency) => {
      const at = new Date(paid.from.getTime() + ms)
      const there = prorate(monthly(one, currency), monthly(two, currency), paid, at)
      const back = prorate(monthly(two, currency), monthly(one, currency), paid, at)
      if (!there || !back) return false
      const balanced = there.credit === back.charge && there.charge === back.credit
      return balanced && there.due <= two && there.due - there.remaining === there.charge - there.credit
    }),
  )
})
