import t from 'tap'
import { prepaidAmountCheck } from './amount-check.ts'

t.test('amounts: from 1 to 999,999,999, with a point or a comma', async (t) => {
  const check = prepaidAmountCheck('USD')
  for (const text of ['1', ' 25.50 ', '25,5', '999999999']) t.equal(check(text), null, text)
  for (const text of ['', '0', '0.99', '-5', 'abc', '1000000000', '1e5', '1.000,50'])
    t.equal(check(text), 'billing:page.amount.invalid', text)
  for (const text of ['1.234', '1,234']) t.equal(prepaidAmountCheck('KWD')(text), null, text)
  for (const [text, currency] of [
    ['1,000', 'USD'],
    ['1.2345', 'USD'],
    ['1.000', 'EUR'],
    ['10,000', 'JPY'],
    ['10.5', 'JPY'],
  ] as const)
    t.equal(
      prepaidAmountCheck(currency)(text),
      'billing:page.amount.decimals',
      `${text} ${currency} is no thousand of it`,
    )
})
