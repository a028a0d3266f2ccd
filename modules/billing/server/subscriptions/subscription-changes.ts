import type { Audit, AuditActor, Db, Platform } from '../../../platform/index.ts'
import type { PaymentSource } from '../../contract.ts'
import type { SubscriptionStatus } from '../entities/subscription.entities.ts'
import { billingErrors } from '../errors.ts'
import type { SubscriptionGateway } from '../gateways/gateway.ts'
import type { Plans } from '../plans/plans.ts'
import { changeTarget, prorateChange } from './plan-change.ts'
import type { Proration } from './proration.ts'
import type { SubscriptionState } from './state.ts'
import type { SubscriptionWithPlan } from './subscription.row.ts'
import type { Subscriptions } from './subscriptions.ts'

/** The gateway's page at which the user changes the payment method; `url` null: it is changed here. */
export interface PaymentMethodPage {
  gateway: PaymentSource
  url: string | null
}

interface SubscriptionChangesDeps {
  db: Db
  audit: Audit
  settings: Platform['settings']
  plans: Plans
  subscriptions: Subscriptions
  /** One for each gateway. */
  gateways: readonly SubscriptionGateway[]
}

/**
 * Changes that users make to their fixed subscription. The gateway that charges for it is asked first; the state that it
 * then reports is applied, so that both agree. Metered subscriptions end with their account.
 */
export class SubscriptionChanges {
  private readonly deps: SubscriptionChangesDeps
  constructor(deps: SubscriptionChangesDeps) {
    this.deps = deps
  }

  /**
   * Cancels: the subscription stays valid until the end of the paid period; while the running period is unpaid, it ends now.
   * 404, 409 `subscription-state`, 503.
   */
  async cancel(userId: string, actor: AuditActor): Promise<void> {
    const find = () => this.fixedIn(userId, 'active')
    await this.exclusively(find, async ({ subscription }, gateway) =>
      this.apply(actor, subscription, 'cancelled', await gateway.cancel(subscription)),
    )
  }

  /** 404, 409 `subscription-state` when it is not cancelled, or its gateway leaves it so, 503. */
  async resume(userId: string, actor: AuditActor): Promise<void> {
    const find = () => this.fixedIn(userId, 'cancelled')
    await this.exclusively(find, async ({ subscription }, gateway) => {
      const state = await gateway.resume(subscription)
      if (state.status !== 'active') throw billingErrors.fail('subscription-state')
      await this.apply(actor, subscription, 'resumed', state)
    })
  }

  /** Cost of a change, by the database's clock. 404, 409 `plans-not-offered`, `renewal-unpaid`, 422 `plan-not-comparable`. */
  async preview(userId: string, planId: string): Promise<Proration> {
    return (await this.change(userId, planId)).proration
  }

  /**
   * Changes the plan. Resolves with null, or with the URL at which the gateway asks the user to confirm. Errors as of
   * `preview`, 409 `subscription-state`, 503.
   */
  async swap(userId: string, planId: string, actor: AuditActor): Promise<string | null> {
    const find = () => this.change(userId, planId)
    return this.exclusively(find, async ({ subscription, target }, gateway) => {
      const changed = await gateway.change(subscription, target)
      if ('url' in changed) return changed.url
      await this.apply(actor, subscription, 'changed', changed.state)
      return null
    })
  }

  /** Where the user changes the payment method. 404 when `id` is not the user's subscription, 503. */
  async edit(userId: string, id: string): Promise<PaymentMethodPage> {
    const subscription = await this.fixedOf(userId)
    if (subscription.id !== id) throw billingErrors.fail('subscription-not-found')
    const url = await this.gatewayOf(subscription).managePage(subscription)
    return { gateway: subscription.gateway, url }
  }

  /** Applies a change that the user agreed to at the page of a gateway. 404, 503. */
  async refresh(userId: string): Promise<void> {
    const subscription = await this.fixedOf(userId)
    await this.gatewayOf(subscription).refresh(subscription)
  }

  /** 404 without a fixed subscription whose period runs. */
  private async fixedOf(userId: string): Promise<SubscriptionWithPlan> {
    const subscription = await this.deps.subscriptions.current(userId)
    if (subscription?.plan.type !== 'fixed') throw billingErrors.fail('subscription-not-found')
    return subscription
  }

  /** 404, 409 `subscription-state` in another status. */
  private async fixedIn(userId: string, status: SubscriptionStatus) {
    const subscription = await this.fixedOf(userId)
    if (subscription.status !== status) throw billingErrors.fail('subscription-state')
    return { subscription }
  }

  /** Runs `fn` with the result of `find` once no other state of the subscription is being applied. */
  private async exclusively<Found extends { subscription: SubscriptionWithPlan }, T>(
    find: () => Promise<Found>,
    fn: (found: Found, gateway: SubscriptionGateway) => Promise<T>,
  ): Promise<T> {
    const { subscription } = await find()
    const gateway = this.gatewayOf(subscription)
    return gateway.exclusively(subscription, async () => {
      const current = await find()
      // Another subscription took its place meanwhile.
      if (current.subscription.id !== subscription.id) throw billingErrors.fail('subscription-state')
      return fn(current, gateway)
    })
  }

  private async change(userId: string, planId: string) {
    if ((await this.deps.settings.get('subscription_type')) !== 'fixed') throw billingErrors.fail('plans-not-offered')
    const subscription = await this.fixedOf(userId)
    const target = await changeTarget(this.deps, subscription, planId)
    return { subscription, target, proration: await prorateChange(this.deps.db, subscription, target) }
  }

  private gatewayOf({ gateway }: SubscriptionWithPlan): SubscriptionGateway {
    const charging = this.deps.gateways.find(({ name }) => name === gateway)
    if (!charging) throw billingErrors.fail('gateway-unavailable')
    return charging
  }

  private async apply(
    actor: AuditActor,
    { id, user_id: userId }: SubscriptionWithPlan,
    change: 'cancelled' | 'changed' | 'resumed',
    state: SubscriptionState,
  ): Promise<void> {
    const { db, audit, subscriptions } = this.deps
    const by = actor.actorId === userId ? 'user' : 'administrator'
    await db.transaction(async (tx) => {
      await subscriptions.applyGatewayState(tx, id, state, by)
      await audit({ ...actor, action: `billing.subscription.${change}`, target: id, details: {} }, tx)
    })
  }
}
