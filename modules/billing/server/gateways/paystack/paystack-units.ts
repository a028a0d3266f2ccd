import { GatewayUnits } from '../units.ts'

/**
 * https://paystack.com/docs/api/#supported-currency: amounts are hundredths of each currency, also of XOF, which has no
 * decimals. The least charges are for cards, where Paystack's documentation and its integrators' documentation agree; for
 * others Paystack's answer decides.
 */
export const paystackUnits = new GatewayUnits('paystack', {
  takes: 'EGP GHS KES NGN USD XOF ZAR',
  decimals: { XOF: 2 },
  least: { GHS: 10, KES: 300, NGN: 5_000, ZAR: 100 },
})
