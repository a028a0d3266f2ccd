import t from 'tap'
import { isTypedAmount, typedDecimal } from './typed-decimal.ts'

t.test('typed decimals: a comma becomes a point, unless it may separate thousands', async (t) => {
  t.equal(typedDecimal(' 25,50 '), '25.50')
  t.equal(typedDecimal('0,004'), '0.004')
  t.equal(typedDecimal('1,000'), '1,000')
  t.equal(typedDecimal('1,000', 'USD'), '1,000')
  t.equal(typedDecimal('1,234', 'KWD'), '1.234')
})

t.test('typed amounts: no more decimals than the currency has', async (t) => {
  for (const text of ['25,50', '0.5', '1000', '1200000000.00']) t.equal(isTypedAmount(text, 'EUR'), true, text)
  for (const text of ['1.000', '1,000', '-5', '']) t.equal(isTypedAmount(text, 'EUR'), false, text)
  t.equal(isTypedAmount('1.234', 'KWD'), true)
  t.equal(isTypedAmount('10.5', 'JPY'), false)
})
