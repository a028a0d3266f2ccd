import type { Money } from '../../../shared/contract.ts'
import { billingErrors } from '../errors.ts'
import type { GatewayClient } from './client.ts'

/** 409 `currency-not-taken`, 422 `amount-not-taken`. */
export const requireTaken = ({ units }: GatewayClient, { amount, currency }: Money): void => {
  if (!units.takes(currency)) throw billingErrors.fail('currency-not-taken')
  if (amount % units.stepOf(currency) !== 0) throw billingErrors.fail('amount-not-taken')
}
