import t from 'tap'
import { priceCheck, unitPriceCheck } from './plan-checks.ts'

t.test('plans: prices have a decimal point or comma, and no thousands', async (t) => {
  for (const price of ['9.99', '9,99', ' 9,9 ', '1000']) t.equal(priceCheck(price), null, price)
  for (const price of ['1,000', '1.000,50', '0,00', '9,', 'nine']) t.ok(priceCheck(price), price)
  for (const price of ['0.004', '0,004', '0,0000000001']) t.equal(unitPriceCheck(price), null, price)
  for (const price of ['1,000', '1,0,0']) t.ok(unitPriceCheck(price), price)
})
