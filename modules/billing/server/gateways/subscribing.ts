import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../../../platform/index.ts'
import type { Account } from '../../../users/index.ts'
import { billingErrors } from '../errors.ts'
import type { PlanVersion } from '../plans/plan.row.ts'
import type { Plans } from '../plans/plans.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'
import type { CheckoutRow, Checkouts } from './checkouts.ts'
import type { GatewayName } from './gateway.ts'
import type { Checkout, GatewayClient } from './gateway-client.ts'
import type { GatewayCustomers } from './gateway-customers.ts'
import type { GatewayPrices } from './gateway-prices.ts'
import type { Gateways } from './gateways.ts'
import { newPaymentReference } from './payment-reference.ts'
import { failTooSmall, requirePriceAccepted } from './require-accepted-amount.ts'
import type { SubscriptionSync } from './subscription-sync.ts'

/** How long a new checkout waits for the gateways' answers about the open ones, in ms. */
const maxAskMs = 5_000

interface Deps extends Pick<Platform, 'config' | 'settings' | 'log'> {
  gateways: Gateways
  customers: GatewayCustomers
  checkouts: Checkouts
  prices: GatewayPrices
  plans: Pick<Plans, 'offered'>
  subscriptions: Pick<Subscriptions, 'current'>
  sync: SubscriptionSync
}

/** Fixed plans that users subscribe to at a gateway. */
export class Subscribing {
  private readonly deps: Deps
  constructor(deps: Deps) {
    this.deps = deps
  }

  /**
   * `planCode`: id of an offered plan, or the gateway's id of its price. 404 `plan-not-found`, 409 `plans-not-offered` with
   * another engine, by which a plan would give nothing, 409 `currency-not-taken`, `price-not-taken`, `subscription-state`
   * when the account has the plan, can change to it instead, or has paid another checkout meanwhile, 503
   * `gateway-unavailable`.
   */
  async begin(account: Account, gateway: GatewayName, planCode: string): Promise<Checkout & { reference: string }> {
    const { config, settings, gateways, customers, checkouts, prices } = this.deps
    if ((await settings.get('subscription_type')) !== 'fixed') throw billingErrors.fail('plans-not-offered')
    const client = await gateways.requireOffered(gateway)
    const plan = await this.plan(gateway, planCode)
    const { amount, currency } = plan
    if (amount === null) throw billingErrors.fail('plan-not-found')
    requirePriceAccepted(client, { amount, currency })
    if ((await this.hasPlan(account.id, client, plan)) || (await this.hasPaid(account.id)))
      throw billingErrors.fail('subscription-state')
    const reference = newPaymentReference()
    const request = {
      reference,
      amount,
      currency,
      price: await prices.ensure(client, plan),
      customer: await customers.ensure(client, account),
      email: account.email,
      description: plan.name,
      returnUrl: `${config.appUrl}/user/settings/billing?checkout=${reference}`,
    }
    const created = await client.subscribe(request).catch(failTooSmall('price-not-taken'))
    await checkouts.add({
      reference,
      gateway,
      gateway_id: created.id,
      user_id: account.id,
      purpose: 'subscription',
      plan_version_id: plan.id,
      amount,
      currency,
    })
    return { ...created, reference }
  }

  /** Applies the subscription that a checkout led to. True: something changed here. */
  async sync(checkout: CheckoutRow): Promise<boolean> {
    const { gateways, prices, sync } = this.deps
    const { gateway, gateway_id: id, plan_version_id: versionId } = checkout
    if (!versionId) return false
    // The checkout may be for an earlier price of the version than the one in use now.
    const ids = await prices.pricesOf(gateway, versionId)
    const subscription = await (await gateways.require(gateway)).subscriptionOf({ id, prices: ids })
    return subscription ? sync.sync(gateway, subscription) : false
  }

  /**
   * Whether a second payment would replace a plan that the account has paid for: its active subscription is to the same
   * version of the plan, or can be changed at this gateway, which counts the rest of the period. An outdated page may still offer the plan.
   */
  private async hasPlan(userId: string, { name, can }: GatewayClient, plan: PlanVersion): Promise<boolean> {
    const current = await this.deps.subscriptions.current(userId)
    if (current?.status !== 'active') return false
    return current.plan.id === plan.id || (current.gateway === name && can.change)
  }

  /**
   * Whether a checkout that is open here is paid at its gateway, whose webhook has not arrived: another one would be paid
   * too, and take the place of a plan that has just begun.
   */
  private async hasPaid(userId: string): Promise<boolean> {
    const { checkouts, log } = this.deps
    const late = sleep(maxAskMs, false, { ref: false })
    const isPaid = async (checkout: CheckoutRow) => {
      // Its gateway may be slow, or used no more: that must not stop a purchase at another one.
      await this.sync(checkout).catch((error: unknown) =>
        log.warn({ err: error }, 'a payment cannot be asked for now; its webhook will tell'),
      )
      return (await checkouts.find(checkout.gateway, checkout.reference))?.status === 'paid'
    }
    const open = await checkouts.openForPlan(userId)
    return (await Promise.all(open.map((checkout) => Promise.race([isPaid(checkout), late])))).includes(true)
  }

  private async plan(gateway: GatewayName, planCode: string): Promise<PlanVersion> {
    const version = await this.deps.prices.versionOf(gateway, planCode)
    const plan = (await this.deps.plans.offered()).find(({ id, plan_id }) => id === version || plan_id === planCode)
    if (plan?.type !== 'fixed') throw billingErrors.fail('plan-not-found')
    return plan
  }
}
