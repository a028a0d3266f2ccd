import { GatewayUnits } from '../units.ts'

/**
 * https://docs.stripe.com/currencies. ISK and UGX are counted in hundredths that are always 00, MGA in whole units. HUF and TWD
 * are without decimals in payouts only. Amounts of three decimals end in 0.
 */
export const stripeUnits = new GatewayUnits('stripe', {
  takes: `USD AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP
    CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD JPY
    KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR
    NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD SZL THB TJS TND TOP TRY TTD TWD
    TZS UAH UGX UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW`,
  decimals: { ISK: 2, UGX: 2, MGA: 0 },
  steps: { BHD: 10, JOD: 10, KWD: 10, OMR: 10, TND: 10 },
})
