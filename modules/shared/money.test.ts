import fc from 'fast-check'
import t from 'tap'
import { decimalsOf, formatMoney, parseMoney, toDecimal } from './money.ts'

t.test('decimals of a currency', (t) => {
  t.equal(decimalsOf('USD'), 2)
  t.equal(decimalsOf('JPY'), 0)
  t.equal(decimalsOf('KWD'), 3)
  t.throws(() => decimalsOf('dollars'), RangeError)
  t.end()
})

t.test('amounts as people write them', (t) => {
  for (const [text, currency, amount] of [
    ['9.99', 'USD', 999],
    ['9.9', 'USD', 990],
    ['9.990', 'USD', 999],
    ['0.07', 'EUR', 7],
    ['500', 'JPY', 500],
    ['1.005', 'KWD', 1005],
    ['9.999', 'USD', null],
    ['500.5', 'JPY', null],
    ['-1', 'USD', null],
    ['1e3', 'USD', null],
    ['', 'USD', null],
    ['.5', 'USD', null],
    ['1,50', 'USD', null],
    ['99999999999999.99', 'USD', null],
  ] as const)
    t.equal(parseMoney(text, currency), amount, `${text} ${currency}`)
  t.end()
})

t.test('every amount survives the way to text and back, and is formatted to the last digit', (t) => {
  const currencies = fc.constantFrom('USD', 'JPY', 'KWD')
  fc.assert(
    fc.property(fc.maxSafeNat(), currencies, (amount, currency) => {
      const text = toDecimal({ amount, currency })
      if (parseMoney(text, currency) !== amount) return false
      return (
        formatMoney({ amount, currency }, 'en')
          .replaceAll(/[^\d]/g, '')
          .replace(/^0+(?=\d)/, '') === String(amount)
      )
    }),
  )
  t.equal(toDecimal({ amount: -5, currency: 'USD' }), '-0.05')
  t.equal(formatMoney({ amount: 123_456, currency: 'EUR' }, 'de'), '1.234,56\u00a0€')
  t.match(formatMoney({ amount: 2_509, currency: 'USD' }, 'ar'), /US\$\u200e$/, 'the sign stays at its letters')
  t.end()
})
