import { GatewayUnits } from '../units.ts'

/** https://paystack.com/docs/api/#supported-currency: hundredths of each, also of XOF, which has none. */
export const paystackUnits = new GatewayUnits('paystack', {
  takes: 'EGP GHS KES NGN USD XOF ZAR',
  decimals: { XOF: 2 },
})
