import { GatewayUnits } from '../units.ts'

/**
 * https://paystack.com/docs/api/#supported-currency: hundredths of each, also of XOF, which has none. The least charges are
 * those for cards on which its documentation and that of its integrators agree; for others its answer decides.
 */
export const paystackUnits = new GatewayUnits('paystack', {
  takes: 'EGP GHS KES NGN USD XOF ZAR',
  decimals: { XOF: 2 },
  least: { GHS: 10, KES: 300, NGN: 5_000, ZAR: 100 },
})
