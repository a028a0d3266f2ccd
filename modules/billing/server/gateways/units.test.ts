import t from 'tap'
import { currencies } from '../../../shared/contract.ts'
import { billStep } from '../services/bill.ts'
import { Cards } from './cards.ts'
import { payPalUnits } from './paypal/paypal-units.ts'
import { paystackUnits } from './paystack/paystack-units.ts'
import { stripeUnits } from './stripe/stripe-units.ts'

const gateways = Object.entries({ stripe: stripeUnits, paypal: payPalUnits, paystack: paystackUnits })

t.test('units: every amount that a gateway takes comes back as it was sent', (t) => {
  for (const [name, units] of gateways) {
    const taken = currencies.filter((currency) => units.takes(currency))
    t.ok(taken.length > 5, name)
    for (const currency of taken) {
      const money = { amount: 12_300 * units.stepOf(currency), currency }
      const sent = units.toGateway(money)
      t.ok(Number.isSafeInteger(sent), `${name} ${currency}`)
      t.same(units.fromGateway(sent, currency), money, `${name} ${currency}`)
    }
  }
  t.end()
})

t.test('units: a payment of other units is not the amount that was asked for', (t) => {
  t.same(stripeUnits.fromGateway(5_000, 'ISK'), { amount: 50, currency: 'ISK' })
  t.same(paystackUnits.fromGateway(650, 'XOF'), { amount: 7, currency: 'XOF' })
  t.same(payPalUnits.fromGateway(5, 'KWD'), { amount: 5, currency: 'KWD' }, 'of a currency that is not asked for')
  t.end()
})

t.test('units: a gateway does not charge less than its least amount', (t) => {
  for (const [units, currency, least] of [
    [stripeUnits, 'EUR', 50],
    [paystackUnits, 'NGN', 5_000],
    [paystackUnits, 'USD', 1],
    [payPalUnits, 'EUR', 1],
  ] as const) {
    t.equal(units.leastOf(currency), least)
    t.equal(units.isTooSmall({ amount: least, currency }), false)
    t.equal(units.isTooSmall({ amount: least - 1, currency }), true)
  }
  t.end()
})

t.test('units: each bill can be charged to a card, whatever its amount', (t) => {
  for (const currency of currencies.filter((code) => stripeUnits.takes(code)))
    t.equal(billStep(currency) % stripeUnits.stepOf(currency), 0, currency)
  t.end()
})

t.test('units: a stored card is declined, not asked for, where its gateway does not take the currency', async (t) => {
  let charged = 0
  const client = {
    units: stripeUnits,
    charge: async () => ({ status: 'paid', amount: 5_120, payment: `pi_${++charged}` }),
  }
  const cards = new Cards({
    gateways: { require: async () => client },
    customers: { find: async () => 'cus_1' },
    users: { accounts: { byId: async () => ({ email: 'jane@example.org' }) } },
  } as unknown as ConstructorParameters<typeof Cards>[0])
  Object.assign(cards, { list: async () => [{ gateway: 'stripe', reference: 'pm_1' }] })
  const charge = (amount: number, currency: string) =>
    cards.charge({ userId: 'jane', key: 'bill:1:0', keyPrefix: 'bill:1', description: 'Usage', amount, currency })
  t.match(await charge(5_000, 'IQD'), { status: 'declined', gateway: 'stripe', reason: /does not take IQD/ })
  t.match(await charge(5_124, 'KWD'), { status: 'declined', gateway: 'stripe' })
  t.equal(charged, 0)
  t.match(await charge(5_120, 'KWD'), { status: 'paid', reference: 'pi_1' })
})
