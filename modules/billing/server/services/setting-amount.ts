import { decimalsOf, parseMoney } from '../../../shared/contract.ts'

/**
 * Minor units of a setting in major units. Rounded up where the setting has more decimals than the currency, as when it was
 * set for another currency: accounts get the bonus that they were offered, and are limited no earlier than was set.
 */
export const settingAmount = (major: number, currency: string): number =>
  parseMoney(String(major), currency) ?? Math.ceil(major * 10 ** decimalsOf(currency))
