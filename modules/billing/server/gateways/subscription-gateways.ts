import type { Platform } from '../../../platform/index.ts'
import { billingErrors } from '../errors.ts'
import type { PlanVersion } from '../plans/plan.row.ts'
import type { SubscriptionState } from '../subscriptions/state.ts'
import type { SubscriptionRow } from '../subscriptions/subscription.row.ts'
import { type GatewayChange, type GatewayName, gatewayNames, type SubscriptionGateway } from './gateway.ts'
import type { GatewayClient, GatewaySubscription } from './gateway-client.ts'
import { GatewayError } from './gateway-error.ts'
import type { GatewayPrices } from './gateway-prices.ts'
import type { Gateways } from './gateways.ts'
import type { ObjectLocks } from './object-locks.ts'
import type { SubscriptionSync } from './subscription-sync.ts'

interface Deps extends Pick<Platform, 'db' | 'config' | 'log'> {
  gateways: Gateways
  objectLocks: ObjectLocks
  prices: GatewayPrices
  sync: SubscriptionSync
}

/** 503 `gateway-unavailable` instead of the error of a gateway. */
export const failUnavailable = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call
  } catch (error) {
    throw error instanceof GatewayError ? billingErrors.fail('gateway-unavailable', { cause: error }) : error
  }
}

/** Changes of subscriptions at one gateway. The gateway's own errors become 503 `gateway-unavailable`. */
class GatewayOfSubscriptions implements SubscriptionGateway {
  readonly name: GatewayName
  private readonly deps: Deps
  constructor(name: GatewayName, deps: Deps) {
    this.name = name
    this.deps = deps
  }

  async exclusively<T>({ id }: SubscriptionRow, fn: () => Promise<T>): Promise<T> {
    const { sync, objectLocks } = this.deps
    const charged = await sync.atGateway(id)
    return charged
      ? failUnavailable(objectLocks.withLock({ gateway: this.name, kind: 'subscription', id: charged.id }, fn))
      : fn()
  }

  /** A subscription unknown to this gateway account is ended here only; another account may still charge it. */
  async cancel(subscription: SubscriptionRow): Promise<SubscriptionState> {
    const { plan_version_id: planVersionId, period_from: from, period_to: to } = subscription
    try {
      return await this.call(subscription, (client, id) => client.cancel(id))
    } catch (error) {
      const { cause } = error as Error
      if (!(cause instanceof GatewayError && cause.isMissing)) throw error
      this.deps.log.warn({ gateway: this.name, subscription: subscription.id }, 'a subscription is not at its gateway')
      const endsAt = to ?? (await this.deps.db.now())
      return { planVersionId, status: 'cancelled', period: from && to && { from, to }, endsAt }
    }
  }

  /** 409 `subscription-state` where the gateway ends subscriptions permanently. */
  resume(subscription: SubscriptionRow): Promise<SubscriptionState> {
    return this.call(subscription, (client, id) => {
      if (!client.can.resume) throw billingErrors.fail('subscription-state')
      return client.resume(id)
    })
  }

  /**
   * 409 `subscription-state` where the gateway has no change, or rejects it: its users cancel, and subscribe again;
   * `renewal-unpaid` when the period that runs is not paid.
   */
  async change(subscription: SubscriptionRow, to: PlanVersion): Promise<GatewayChange> {
    const { gateways, prices } = this.deps
    const client = await gateways.require(this.name)
    if (!client.can.change) throw billingErrors.fail('subscription-state')
    return failUnavailable(
      (async () => {
        const price = await prices.ensure(client, to)
        const id = await this.idOf(subscription)
        const changed = await client.change(id, price, this.returnUrl()).catch((error: unknown) => {
          if (!(error instanceof GatewayError) || error.isTransient) throw error
          throw billingErrors.fail(error.isUnpaid ? 'renewal-unpaid' : 'subscription-state', { cause: error })
        })
        return 'url' in changed ? changed : { state: await this.stateOf(changed) }
      })(),
    )
  }

  async managePage(subscription: SubscriptionRow): Promise<string | null> {
    const client = await this.deps.gateways.require(this.name)
    if (!client.can.manage) return null
    return failUnavailable(client.managePage(await this.idOf(subscription), this.returnUrl()))
  }

  async refresh({ id }: SubscriptionRow): Promise<void> {
    const { sync } = this.deps
    const charged = await sync.atGateway(id)
    if (charged) await failUnavailable(sync.sync(this.name, charged.id))
  }

  /** URL of the billing page, which asks for the outcome. */
  private returnUrl(): string {
    return `${this.deps.config.appUrl}/user/settings/billing?subscription=1`
  }

  private async call(
    subscription: SubscriptionRow,
    use: (client: GatewayClient, id: string) => Promise<GatewaySubscription>,
  ): Promise<SubscriptionState> {
    const client = await this.deps.gateways.require(this.name)
    const id = await this.idOf(subscription)
    return this.stateOf(await failUnavailable(use(client, id)))
  }

  private async idOf({ id }: SubscriptionRow): Promise<string> {
    const charged = await this.deps.sync.atGateway(id)
    if (!charged) throw billingErrors.fail('gateway-unavailable')
    return charged.id
  }

  private async stateOf(reported: GatewaySubscription): Promise<SubscriptionState> {
    const state = await this.deps.sync.stateOf(this.name, reported)
    if (!state) throw billingErrors.fail('gateway-unavailable')
    return state
  }
}

export const subscriptionGateways = (deps: Deps): SubscriptionGateway[] =>
  gatewayNames.map((name) => new GatewayOfSubscriptions(name, deps))
