import t from 'tap'
import { amountCheck, priceCheck, unitPriceCheck } from './plan-checks.ts'

t.test('plans: prices have a decimal point or comma, and no thousands', async (t) => {
  const inEuros = { currency: 'EUR' }
  for (const price of ['9.99', '9,99', ' 9,9 ', '1000']) t.equal(priceCheck(price, inEuros), null, price)
  for (const price of ['1,000', '1.000', '1.500', '1.000,50', '0,00', '1000000000', '9,', 'nine'])
    t.ok(priceCheck(price, inEuros), price)
  for (const price of ['0.004', '0,004', '0,0000000001']) t.equal(unitPriceCheck(price), null, price)
  for (const price of ['1,000', '1,0,0']) t.ok(unitPriceCheck(price), price)
})

t.test('credits and refunds: no more decimals than the currency has, which may be thousands', async (t) => {
  for (const [amount, currency] of [
    ['2500', 'EUR'],
    ['9,99', 'EUR'],
    ['1.234', 'KWD'],
    ['1,234', 'KWD'],
    ['1000', 'JPY'],
    ['1200000000.00', 'IDR'],
  ] as const)
    t.equal(amountCheck(currency)(amount), null, `${amount} ${currency}`)
  for (const [amount, currency] of [
    ['1.000', 'EUR'],
    ['1.500', 'EUR'],
    ['1.000', 'JPY'],
    ['1,000', 'EUR'],
    ['10.5', 'JPY'],
    ['9.99', 'JPY'],
  ] as const) {
    t.equal(amountCheck(currency)(amount), 'billing:page.amount.decimals', `${amount} ${currency}`)
    t.equal(priceCheck(amount, { currency }), 'billing:page.amount.decimals', `${amount} ${currency}`)
  }
  for (const amount of ['0', '', 'nine', '1.000,50'])
    t.equal(amountCheck('EUR')(amount), 'billing:error.invalid-amount', amount)
})
