import fc from 'fast-check'
import t from 'tap'
import { type BillingPeriod, computeBill, type Meter, type PriceTier, type UsageEvent } from './bill.ts'

const gigabyte = 1_000_000_000
const day = 86_400_000
const period: BillingPeriod = { from: 0, to: 30 * day }
const tier = (perUnit: string, flatFee: string | null = null): PriceTier[] => [
  { firstUnit: 1, lastUnit: null, perUnit, flatFee },
]
const storage = (tiers: readonly PriceTier[]): Meter => ({ feature: 'storage', strategy: 'maximum_usage', tiers })
const bandwidth = (tiers: readonly PriceTier[]): Meter => ({ feature: 'bandwidth', strategy: 'sum_of_usage', tiers })
const used = (feature: UsageEvent['feature'], gigabytes: number, at = day): UsageEvent => ({
  feature,
  at,
  quantity: Math.round(gigabytes * gigabyte),
})

t.test('the example of the contract', (t) => {
  const plan = { currency: 'USD', meters: [bandwidth(tier('0.029', '2.49')), storage(tier('0.019'))] }
  const bill = computeBill(plan, [used('bandwidth', 30), used('storage', 0.5), used('storage', 0.2, 2 * day)], period)
  t.same(bill, {
    currency: 'USD',
    lines: [
      { feature: 'bandwidth', quantity: 30 * gigabyte, amount: 33_600 },
      { feature: 'storage', quantity: gigabyte / 2, amount: 95 },
    ],
    total: 337,
  })
  t.end()
})

t.test('all tiers count, each for its own units; a flat fee when its tier is reached', (t) => {
  const meters = [
    bandwidth([
      { firstUnit: 1, lastUnit: 10, perUnit: '0.10', flatFee: '1' },
      { firstUnit: 11, lastUnit: 100, perUnit: '0.05', flatFee: '2' },
      { firstUnit: 101, lastUnit: null, perUnit: '0.01', flatFee: null },
    ]),
  ]
  const totalOf = (gigabytes: number) =>
    computeBill({ currency: 'USD', meters }, [used('bandwidth', gigabytes)], period).total
  for (const [gigabytes, total] of [
    [0, 100],
    [10, 200],
    [10.1, 401],
    [100, 850],
    [200, 950],
  ] as const)
    t.equal(totalOf(gigabytes), total, `${gigabytes} GB`)
  t.end()
})

t.test('usage of before the period: stored bytes are still there, bandwidth was billed', (t) => {
  const events = [used('storage', 4, -2 * day), used('storage', 2, -day), used('bandwidth', 7, -1)]
  const meters = [storage(tier('1')), bandwidth(tier('1'))]
  t.same(
    computeBill({ currency: 'USD', meters }, events, period).lines.map(({ quantity }) => quantity / gigabyte),
    [2, 0],
  )
  const later = [...events, used('storage', 9, 30 * day), used('bandwidth', 9, 30 * day)]
  t.equal(computeBill({ currency: 'USD', meters }, later, period).total, 200, 'the end belongs to the next period')
  t.end()
})

t.test('a shorter period: its share of what is charged per period, and all of its traffic', (t) => {
  const meters = [
    { feature: 'flatFee', strategy: 'maximum_usage', tiers: tier('0', '9') } as const,
    storage(tier('1', '3')),
    bandwidth(tier('1', '6')),
  ]
  const amountsOf = (days: number) =>
    computeBill({ currency: 'USD', meters }, [used('storage', 30, 1), used('bandwidth', 5, 1)], {
      from: 0,
      to: days * day,
    }).lines.map(({ amount }) => amount / 10_000)
  t.same(amountsOf(30), [9, 33, 11])
  t.same(amountsOf(10), [3, 11, 7])
  t.same(amountsOf(1), [0.3, 1.1, 5.2])
  const parts = [1, 12, 17].map((days) => amountsOf(days)[0] as number)
  t.equal(
    parts.reduce((sum, part) => sum + part, 0),
    9,
    'there and back costs what staying costs',
  )
  t.end()
})

t.test('totals are rounded to what a card can be charged with in the currency', (t) => {
  const meters = [{ feature: 'flatFee', strategy: 'maximum_usage', tiers: tier('0', '2.4955') } as const]
  for (const [currency, total] of [
    ['USD', 250],
    ['JPY', 2],
    ['KWD', 2500],
    ['HUF', 250],
    ['MGA', 200],
  ] as const)
    t.equal(computeBill({ currency, meters }, [], period).total, total, currency)
  t.end()
})

t.test('any usage: order does not matter, more never costs less, and two periods cost what their events cost', (t) => {
  const event = fc.record({ at: fc.nat(30 * day - 1), quantity: fc.nat(50 * gigabyte) })
  const events = fc
    .array(event, { maxLength: 30 })
    .map((list) => list.map((one) => ({ ...one, feature: 'bandwidth' as const })))
  const price = fc.nat(99_999).map((amount) => `0.${String(amount).padStart(5, '0')}`)
  fc.assert(
    fc.property(events, event, price, price, (list, extra, low, high) => {
      const tiers = [
        { firstUnit: 1, lastUnit: 20, perUnit: low, flatFee: null },
        { firstUnit: 21, lastUnit: null, perUnit: high, flatFee: low },
      ]
      const plan = { currency: 'USD', meters: [bandwidth(tiers)] }
      const whole = computeBill(plan, list, period)
      const reversed = computeBill(plan, list.toReversed(), period)
      const more = computeBill(plan, [...list, { ...extra, feature: 'bandwidth' }], period)
      const parts = [0, 15].map((from) => computeBill(plan, list, { from: from * day, to: (from + 15) * day }))
      const quantity = parts.reduce((sum, { lines }) => sum + (lines[0]?.quantity ?? 0), 0)
      return reversed.total === whole.total && more.total >= whole.total && quantity === whole.lines[0]?.quantity
    }),
  )
  t.end()
})
