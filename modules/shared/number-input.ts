import { integer, number, string, union } from './schema.ts'

/** An amount of money in major units as people write it (`9.99`), or as a JSON number. */
export const moneyInput = () =>
  union([string({ minLength: 1, maxLength: 32 }), number({ minimum: 0, maximum: 999_999_999_999 })])

/** The digits of an amount. A number that JavaScript writes with an exponent is not an amount; parsing rejects it. */
export const moneyText = (amount: string | number): string => String(amount)

/** A whole number, or its digits as a text, which the handler reads by `Number`. */
export const wholeInput = ({ minimum, maximum, digits }: { minimum: number; maximum: number; digits: string }) =>
  union([integer({ minimum, maximum }), string({ pattern: `^(?:${digits})$` })])
