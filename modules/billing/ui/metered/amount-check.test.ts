import t from 'tap'
import { amountCheck, amountOf } from './amount-check.ts'

t.test('amounts: from 1 to 999,999,999, with a point or a comma', async (t) => {
  for (const text of ['1', ' 25.50 ', '25,5', '999999999', '1.234']) t.equal(amountCheck(text), null, text)
  for (const text of ['', '0', '0.99', '-5', 'abc', '1000000000', '1.2345', '1e5', '1.000,50'])
    t.equal(amountCheck(text), 'billing:page.amount.invalid', text)
  t.equal(amountOf(' 25,50 '), '25.50')
})
