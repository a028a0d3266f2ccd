import type { Money } from '../../../shared/contract.ts'
import { billingErrors } from '../errors.ts'
import type { GatewayClient } from './gateway-client.ts'
import { GatewayError } from './gateway-error.ts'

/** Throws 409 `currency-not-taken`, 422 `amount-not-taken`. For refunds too, which may be below the least charge. */
export const requireAcceptedAmount = ({ units }: GatewayClient, money: Money): void => {
  const { amount, currency } = money
  if (!units.takes(currency)) throw billingErrors.fail('currency-not-taken')
  if (amount % units.stepOf(currency) !== 0) throw billingErrors.fail('amount-not-taken')
}

/** As `requireAcceptedAmount`; throws also 422 `amount-too-small`. */
export const requireChargeable = (client: GatewayClient, money: Money): void => {
  requireAcceptedAmount(client, money)
  if (client.units.isTooSmall(money)) throw billingErrors.fail('amount-too-small')
}

/** Throws 409 `currency-not-taken`, `price-not-taken`: the buyer of a plan cannot change its price. */
export const requirePriceAccepted = ({ units }: GatewayClient, price: Money): void => {
  if (!units.takes(price.currency)) throw billingErrors.fail('currency-not-taken')
  if (units.rejectionOf(price) !== null || units.isTooSmall(price)) throw billingErrors.fail('price-not-taken')
}

/** Throws `code` for the error of a gateway whose least charge is higher; other errors as they are. */
export const failTooSmall =
  (code: 'amount-too-small' | 'price-not-taken') =>
  (error: unknown): never => {
    throw error instanceof GatewayError && error.isTooSmall ? billingErrors.fail(code, { cause: error }) : error
  }
