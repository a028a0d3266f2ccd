import fc from 'fast-check'
import t from 'tap'
import { currencies } from './currencies.ts'
import { decimalsOf, formatDecimal, formatMoney, parseMoney, toDecimal } from './money.ts'

/** ISO 4217, list one: currency and decimals. BGN was withdrawn on 1 January 2026. */
const listOne = `
  AED 2, AFN 2, ALL 2, AMD 2, AOA 2, ARS 2, AUD 2, AWG 2, AZN 2, BAM 2, BBD 2, BDT 2, BHD 3, BIF 0, BMD 2, BND 2,
  BOB 2, BRL 2, BSD 2, BTN 2, BWP 2, BYN 2, BZD 2, CAD 2, CDF 2, CHF 2, CLP 0, CNY 2, COP 2, CRC 2, CUP 2, CVE 2,
  CZK 2, DJF 0, DKK 2, DOP 2, DZD 2, EGP 2, ERN 2, ETB 2, EUR 2, FJD 2, FKP 2, GBP 2, GEL 2, GHS 2, GIP 2, GMD 2,
  GNF 0, GTQ 2, GYD 2, HKD 2, HNL 2, HTG 2, HUF 2, IDR 2, ILS 2, INR 2, IQD 3, IRR 2, ISK 0, JMD 2, JOD 3, JPY 0,
  KES 2, KGS 2, KHR 2, KMF 0, KPW 2, KRW 0, KWD 3, KYD 2, KZT 2, LAK 2, LBP 2, LKR 2, LRD 2, LSL 2, LYD 3, MAD 2,
  MDL 2, MGA 2, MKD 2, MMK 2, MNT 2, MOP 2, MRU 2, MUR 2, MVR 2, MWK 2, MXN 2, MYR 2, MZN 2, NAD 2, NGN 2, NIO 2,
  NOK 2, NPR 2, NZD 2, OMR 3, PAB 2, PEN 2, PGK 2, PHP 2, PKR 2, PLN 2, PYG 0, QAR 2, RON 2, RSD 2, RUB 2, RWF 0,
  SAR 2, SBD 2, SCR 2, SDG 2, SEK 2, SGD 2, SHP 2, SLE 2, SOS 2, SRD 2, SSP 2, STN 2, SVC 2, SYP 2, SZL 2, THB 2,
  TJS 2, TMT 2, TND 3, TOP 2, TRY 2, TTD 2, TWD 2, TZS 2, UAH 2, UGX 0, USD 2, UYU 2, UZS 2, VED 2, VES 2, VND 0,
  VUV 0, WST 2, XAF 0, XCD 2, XCG 2, XOF 0, XPF 0, YER 2, ZAR 2, ZMW 2, ZWG 2`

t.test('decimals of a currency', (t) => {
  t.equal(decimalsOf('USD'), 2)
  t.equal(decimalsOf('JPY'), 0)
  t.equal(decimalsOf('KWD'), 3)
  for (const text of ['dollars', 'usd', '']) t.throws(() => decimalsOf(text), RangeError)
  t.end()
})

t.test('every currency has the decimals of ISO 4217, whatever the runtime counts', (t) => {
  const iso = listOne.split(',').map((row) => row.trim().split(' '))
  t.equal(iso.length, 155)
  t.strictSame([...currencies].sort(), iso.map(([code]) => code).sort())
  t.strictSame(
    iso.map(([code = '']) => `${code} ${decimalsOf(code)}`),
    iso.map(([code, decimals]) => `${code} ${decimals}`),
  )
  for (const [currency = '', decimals] of iso) {
    const text = toDecimal({ amount: 1_234_567, currency })
    t.equal((text.split('.')[1] ?? '').length, Number(decimals), text)
    t.equal(parseMoney(text, currency), 1_234_567, currency)
    t.match(formatMoney({ amount: 1_234_567, currency }, 'en').replaceAll(/[^\d]/g, ''), /^1234567$/, currency)
  }
  t.equal(formatMoney({ amount: 1_000_000, currency: 'HUF' }, 'hu'), '10\u00a0000,00\u00a0Ft')
  t.equal(formatDecimal('0.019', { currency: 'HUF', locale: 'en', maxDecimals: 4 }), 'HUF\u00a00.019')
  t.equal(formatDecimal(5, { currency: 'KWD', locale: 'en', maxDecimals: 2 }), 'KWD\u00a05.000')
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
    ['10000', 'HUF', 1_000_000],
    ['0.5', 'IDR', 50],
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
  const anyCurrency = fc.constantFrom('USD', 'HUF', 'JPY', 'KWD')
  fc.assert(
    fc.property(fc.maxSafeNat(), anyCurrency, (amount, currency) => {
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
