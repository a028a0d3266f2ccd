import { GatewayUnits } from '../units.ts'

/**
 * https://developer.paypal.com/docs/api/reference/currency-codes: an amount of HUF or TWD with decimals is an error there.
 */
export const payPalUnits = new GatewayUnits('paypal', {
  takes: 'AUD BRL CAD CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN RUB SEK SGD CHF THB TWD USD',
  decimals: { HUF: 0, TWD: 0 },
})
