import t from 'tap'
import { typedDecimal } from './typed-decimal.ts'

t.test('typed decimals: a comma becomes a point, unless it may separate thousands', async (t) => {
  t.equal(typedDecimal(' 25,50 '), '25.50')
  t.equal(typedDecimal('0,004'), '0.004')
  t.equal(typedDecimal('1,000'), '1,000')
  t.equal(typedDecimal('1,000', 'USD'), '1,000')
  t.equal(typedDecimal('1,234', 'KWD'), '1.234')
})
