import { GatewayUnits } from '../units.ts'

/**
 * https://docs.stripe.com/currencies. ISK and UGX are counted in hundredths that are always 00, MGA in whole units. HUF and
 * TWD are without decimals in payouts only. Amounts of three decimals end in 0. The least charges are for Stripe accounts
 * that settle in the same currency; for other accounts Stripe compares after conversion, and its answer decides.
 */
export const stripeUnits = new GatewayUnits('stripe', {
  takes: `USD AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP
    CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD JPY
    KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR
    NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD SZL THB TJS TND TOP TRY TTD TWD
    TZS UAH UGX UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW`,
  decimals: { ISK: 2, UGX: 2, MGA: 0 },
  steps: { BHD: 10, JOD: 10, KWD: 10, OMR: 10, TND: 10 },
  least: {
    USD: 50,
    AED: 200,
    AUD: 50,
    BRL: 50,
    CAD: 50,
    CHF: 50,
    CZK: 1_500,
    DKK: 250,
    EUR: 50,
    GBP: 30,
    HKD: 400,
    HUF: 17_500,
    INR: 50,
    JPY: 50,
    MXN: 1_000,
    MYR: 200,
    NOK: 300,
    NZD: 50,
    PLN: 200,
    RON: 200,
    SEK: 300,
    SGD: 50,
    THB: 1_000,
  },
})
