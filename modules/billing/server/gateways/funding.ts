import type { Platform, Tx } from '../../../platform/index.ts'
import { parseMoney } from '../../../shared/contract.ts'
import type { Account } from '../../../users/index.ts'
import { billingErrors } from '../errors.ts'
import type { Ledger } from '../services/ledger.ts'
import type { CheckoutRow, Checkouts } from './checkouts.ts'
import type { GatewayName } from './gateway.ts'
import type { Checkout, GatewayPayment } from './gateway-client.ts'
import type { GatewayCustomers } from './gateway-customers.ts'
import type { Gateways } from './gateways.ts'
import { newPaymentReference } from './payment-reference.ts'
import { failTooSmall, requireChargeable } from './require-accepted-amount.ts'
import type { Reversals } from './reversals.ts'
import { accountExists, reportUnneeded } from './unneeded-payments.ts'

type Deps = Pick<Platform, 'config' | 'db' | 'audit' | 'settings' | 'i18n' | 'log'> & {
  gateways: Gateways
  customers: GatewayCustomers
  checkouts: Checkouts
  ledger: Ledger
  reversals: Pick<Reversals, 'record'>
}

/** Most digits of an amount in major units. */
const maxMajorDigits = 9

/** Payments into prepaid balances at a gateway. */
export class Funding {
  private readonly deps: Deps
  constructor(deps: Deps) {
    this.deps = deps
  }

  /**
   * A page of the gateway at which the user pays. `amount` in major units, as people write it. 422 `invalid-amount`,
   * `amount-not-taken`, `amount-too-small`, 409 `currency-not-taken`, 503 `gateway-unavailable`, also when the currency of
   * balances was changed meanwhile.
   */
  async begin(account: Account, gateway: GatewayName, amount: string): Promise<Checkout & { reference: string }> {
    const { config, db, gateways, customers, checkouts, settings, i18n } = this.deps
    const client = await gateways.requireOffered(gateway)
    const currency = await settings.get('billing_currency')
    const minor = parseMoney(amount, currency)
    if (!minor || amount.split('.')[0]!.length > maxMajorDigits) throw billingErrors.fail('invalid-amount')
    requireChargeable(client, { amount: minor, currency })
    const reference = newPaymentReference()
    const t = i18n.translator(i18n.localeOf(account.locale, await settings.get('language')))
    const request = {
      reference,
      amount: minor,
      currency,
      customer: await customers.ensure(client, account),
      email: account.email,
      description: t('billing:funding.description', { app: await settings.get('app_title') }),
      returnUrl: `${config.appUrl}/user/settings/billing?checkout=${reference}`,
    }
    const created = await client.fund(request).catch(failTooSmall('amount-too-small'))
    await db.transaction(async (tx) => {
      const row = { reference, gateway, gateway_id: created.id, user_id: account.id, amount: minor, currency }
      await checkouts.add({ ...row, purpose: 'funding', plan_version_id: null }, tx)
      // The stored checkout keeps the currency from being changed. A change before it would let the payment arrive in the
      // former one.
      if ((await settings.read('billing_currency', tx)) !== currency) throw billingErrors.fail('gateway-unavailable')
    })
    return { ...created, reference }
  }

  /** Fetches a payment and posts it and its refunds, each once. True: something changed here. */
  async sync(gateway: GatewayName, reference: string): Promise<boolean> {
    const { checkouts, gateways, log } = this.deps
    const checkout = await checkouts.find(gateway, reference)
    if (checkout?.purpose !== 'funding') {
      log.info({ gateway, reference }, 'a payment that was not asked for here is ignored')
      return false
    }
    const client = await gateways.require(gateway)
    const payment = await client.payment({ reference, id: checkout.gateway_id })
    let changed = false
    if (payment.status === 'failed') changed = await this.close(checkout, 'failed')
    if (payment.status === 'paid' && payment.payment) {
      const isExpected = payment.amount === checkout.amount && payment.currency === checkout.currency
      if (!isExpected) return this.reject(checkout, payment)
      changed = await this.credit(checkout, payment.payment)
      for (const { reference: id, amount, currency } of payment.refunds) {
        const refund = { id, payment: payment.payment, amount, currency, status: 'taken' } as const
        changed = (await this.deps.reversals.record(gateway, 'refund', refund)) || changed
      }
    }
    return changed
  }

  /** False when the checkout is closed already. `report` belongs to the transaction that closes it. */
  private async close(
    { reference }: CheckoutRow,
    to: 'failed' | 'rejected',
    report: (tx: Tx) => Promise<void> = async () => {},
  ): Promise<boolean> {
    const { db, checkouts } = this.deps
    return db.transaction(async (tx) => {
      if ((await checkouts.lock(tx, reference)) !== 'open') return false
      await checkouts.setStatus(tx, reference, to)
      await report(tx)
      return true
    })
  }

  /** Credits nothing: an administrator has to look at the payment. */
  private async reject(checkout: CheckoutRow, { payment, amount, currency }: GatewayPayment): Promise<boolean> {
    const { audit, log } = this.deps
    const details = { ...checkoutDetails(checkout), paid: { payment, amount, currency } }
    const isRejected = await this.close(checkout, 'rejected', (tx) =>
      audit({ actorId: null, action: 'billing.payment.rejected', target: checkout.user_id, details }, tx),
    )
    if (isRejected) log.error(details, 'a payment is not what its checkout asked for; nothing was credited')
    return isRejected
  }

  private async credit(checkout: CheckoutRow, payment: string): Promise<boolean> {
    const { db, audit, checkouts, ledger } = this.deps
    const { gateway, reference, user_id: userId, amount, currency } = checkout
    return db.transaction(async (tx) => {
      if ((await checkouts.lock(tx, reference)) === 'paid') return false
      await checkouts.setStatus(tx, reference, 'paid')
      const result = await ledger.post(tx, {
        userId,
        amount,
        currency,
        type: 'charge',
        from: { gateway },
        to: { balance: userId },
        gateway,
        reference: payment,
        note: 'Account Fund',
        key: `payment:${gateway}:${payment}`,
      })
      if (result !== 'posted') return false
      if (await accountExists(tx, userId)) tx.emit('billing.balance.funded', { userId, amount, currency })
      else await reportUnneeded(tx, audit, { userId, gateway, payment, amount, currency })
      return true
    })
  }
}

const checkoutDetails = ({ gateway, reference, amount, currency }: CheckoutRow) => ({
  gateway,
  reference,
  amount,
  currency,
})
