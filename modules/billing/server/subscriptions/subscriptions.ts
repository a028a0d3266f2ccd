import { sql } from 'kysely'
import { type Db, newId, type Sql, type Tx } from '../../../platform/index.ts'
import type { PaymentSource } from '../../contract.ts'
import type { BillingTables } from '../entities/index.ts'
import { billingErrors } from '../errors.ts'
import type { Canceller, PlanEnds } from './plan-ends.ts'
import {
  eventsToward,
  type SubscriptionEvent,
  type SubscriptionPeriod,
  type SubscriptionState,
  transition,
} from './state.ts'
import {
  type SubscriptionRow,
  type SubscriptionWithPlan,
  subscriptionColumns,
  subscriptionStateOf,
  subscriptionTables,
  withNestedPlan,
} from './subscription.row.ts'

interface NewSubscription {
  userId: string
  planVersionId: string
  gateway: PaymentSource
}

type Flat = Parameters<typeof withNestedPlan>[0]

/**
 * The only writer of `subscriptions`: each change is a transition of the state machine, and is recorded. The subscriptions
 * of an account are locked in the order of their ids.
 */
export class Subscriptions {
  private readonly db: Db
  private readonly planEnds: PlanEnds
  constructor(db: Db, planEnds: PlanEnds) {
    this.db = db
    this.planEnds = planEnds
  }

  /**
   * The subscription of an account whose period runs, also a cancelled one; null when there is none. By the database's clock
   * (D48).
   */
  async current(userId: string, executor: Sql = this.db): Promise<SubscriptionWithPlan | null> {
    const rows = await executor.query<Flat>(
      `select ${subscriptionColumns} from ${subscriptionTables}
       where s.user_id = $1 and s.status in ('active', 'cancelled') and (s.ends_at is null or s.ends_at > now())`,
      [userId],
      'billing.current-subscription',
    )
    return rows[0] ? withNestedPlan(rows[0]) : null
  }

  async byId(id: string, executor: Sql = this.db): Promise<SubscriptionWithPlan | null> {
    const statement = `select ${subscriptionColumns} from ${subscriptionTables} where s.id = $1`
    const rows = await executor.query<Flat>(statement, [id])
    return rows[0] ? withNestedPlan(rows[0]) : null
  }

  /** A subscription that waits for its first payment. */
  async create(tx: Tx, { userId, planVersionId, gateway }: NewSubscription): Promise<string> {
    const id = newId()
    await tx
      .builder<BillingTables>()
      .insertInto('subscriptions')
      .values({ id, user_id: userId, plan_version_id: planVersionId, status: 'inactive', gateway })
      .execute()
    await this.record(tx, id, 'created', { planVersionId, driver: gateway })
    return id
  }

  /**
   * Applies an event. 404 `subscription-not-found`, 409 `subscription-state` when it is not possible in the present state.
   * Activating one completes the account's former one; a metered one must have been billed and ended before.
   * `by`: who cancels it; null: its user knows of the cancellation.
   */
  async apply(
    tx: Tx,
    id: string,
    event: SubscriptionEvent,
    by: Canceller | null = 'gateway',
  ): Promise<SubscriptionState> {
    const ofAccount = await this.lock(tx, id)
    const row = ofAccount.find((subscription) => subscription.id === id) as SubscriptionRow
    const next = transition(subscriptionStateOf(row), event)
    if (!next) throw billingErrors.fail('subscription-state')
    // A metered subscription never replaces another one: its account was found without one.
    if (event.type === 'activated' && row.gateway !== 'system')
      for (const former of ofAccount)
        if (former.id !== id && (former.status === 'active' || former.status === 'cancelled')) {
          if (former.gateway === 'system') throw new Error('the usage of a replaced subscription is not billed')
          const completed: SubscriptionEvent = { type: 'completed', at: event.period.from, replacedBy: id }
          await this.write(
            tx,
            former,
            transition(subscriptionStateOf(former), completed) as SubscriptionState,
            completed,
          )
          tx.emit('billing.subscription.replaced', { userId: row.user_id, subscriptionId: former.id })
        }
    await this.write(tx, row, next, event)
    await this.notifyOfEnd(tx, row, event, by)
    return next
  }

  /**
   * Brings a subscription to the state that its gateway has. False: it had that state. 409 when no events lead to it.
   * `by`: who cancelled it, where it is cancelled.
   */
  async applyGatewayState(tx: Tx, id: string, wanted: SubscriptionState, by: Canceller = 'gateway'): Promise<boolean> {
    const [row] = (await this.lock(tx, id)).filter((subscription) => subscription.id === id)
    const events = eventsToward(subscriptionStateOf(row as SubscriptionRow), wanted)
    if (!events) throw billingErrors.fail('subscription-state')
    // A cancelled subscription with another end is resumed and cancelled again: that is no second cancellation.
    const canceller = row?.status === 'cancelled' ? null : by
    for (const event of events) {
      const isForDeletion = event.type === 'cancelled' && by === 'deletion'
      await this.apply(tx, id, isForDeletion ? { ...event, isForDeletion } : event, canceller)
    }
    return events.length > 0
  }

  /**
   * Locks an active or cancelled subscription as `apply` does, with the database's time; null when it is in another state or
   * another transaction has it, for which `wait` waits instead.
   */
  async tryLock(
    tx: Tx,
    id: string,
    { wait = false } = {},
  ): Promise<{ subscription: SubscriptionWithPlan; now: Date } | null> {
    const rows = await tx.query<{ id: string; status: string; now: Date }>(
      `select id, status, now() from subscriptions where user_id = (select user_id from subscriptions where id = $1)
       order by id for update ${wait ? '' : 'skip locked'}`,
      [id],
    )
    const locked = rows.find((row) => row.id === id && (row.status === 'active' || row.status === 'cancelled'))
    const subscription = locked ? await this.byId(id, tx) : null
    return locked && subscription ? { subscription, now: locked.now } : null
  }

  /** Locks the active subscriptions among `ids` whose period has ended and that no other transaction has locked. */
  async tryLockEnded(tx: Tx, ids: readonly string[]): Promise<SubscriptionWithPlan[]> {
    const rows = await tx.query<Flat>(
      `select ${subscriptionColumns} from ${subscriptionTables}
       where s.id = any($1) and s.status = 'active' and s.period_to <= now() order by s.id for update of s skip locked`,
      [ids],
    )
    return rows.map(withNestedPlan)
  }

  /**
   * Begins the next period of active subscriptions that the transaction has locked. The entitlements of their accounts stay
   * the same.
   */
  async renewAll(tx: Tx, renewals: readonly { id: string; period: SubscriptionPeriod }[]): Promise<void> {
    const details = renewals.map(({ period }) => JSON.stringify({ period }))
    await tx.query(
      `with renewed as (
         update subscriptions s set period_from = r.period_from, period_to = r.period_to, updated_at = now()
         from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) as r (id, period_from, period_to)
         where s.id = r.id)
       insert into subscription_events (subscription_id, type, details)
       select r.id, 'renewed', r.details from unnest($1::uuid[], $4::jsonb[]) as r (id, details)`,
      [
        renewals.map(({ id }) => id),
        renewals.map(({ period }) => period.from),
        renewals.map(({ period }) => period.to),
        details,
      ],
    )
  }

  /**
   * One transaction at a time begins or ends what an account pays for: two that each create a subscription could not see the
   * other's row. Comes before the locks of rows.
   */
  async lockAccount(tx: Tx, userId: string): Promise<void> {
    await tx.lock(`coffer.subscriptions:${userId}`)
  }

  /** Locks all subscriptions of the account that has this one, so that one transition runs at a time. */
  async lock(tx: Tx, id: string): Promise<SubscriptionRow[]> {
    const rows = await tx.query<SubscriptionRow>(
      `select * from subscriptions where user_id = (select user_id from subscriptions where id = $1)
       order by id for update`,
      [id],
    )
    if (rows.length === 0) throw billingErrors.fail('subscription-not-found')
    return rows
  }

  private async write(tx: Tx, row: SubscriptionRow, next: SubscriptionState, event: SubscriptionEvent): Promise<void> {
    await tx
      .builder<BillingTables>()
      .updateTable('subscriptions')
      .set({
        status: next.status,
        plan_version_id: next.planVersionId,
        period_from: next.period?.from ?? null,
        period_to: next.period?.to ?? null,
        ends_at: next.endsAt,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', row.id)
      .execute()
    const { type, ...details } = event
    await this.record(tx, row.id, type, details)
    const about = { userId: row.user_id, subscriptionId: row.id }
    // Metered accounts are subscribed without asking.
    if (type === 'activated' && row.gateway !== 'system') tx.emit('billing.subscription.activated', about)
    tx.emit('billing.entitlements.changed', { userIds: [row.user_id] })
  }

  /**
   * Notifies the user of a cancellation or an end. Not of a metered subscription, which begins without asking, nor of the
   * end of an unpaid one: it is no plan to lose.
   */
  private async notifyOfEnd(
    tx: Tx,
    row: SubscriptionRow,
    event: SubscriptionEvent,
    by: Canceller | null,
  ): Promise<void> {
    if (row.gateway === 'system') return
    if (event.type === 'cancelled' && by) await this.planEnds.cancelled(tx, row, event.endsAt, by)
    if (event.type === 'completed' && row.status !== 'inactive') await this.planEnds.ended(tx, row, event.at)
  }

  private async record(tx: Tx, id: string, type: string, details: Record<string, unknown>): Promise<void> {
    await tx
      .builder<BillingTables>()
      .insertInto('subscription_events')
      .values({ subscription_id: id, type, details })
      .execute()
  }
}
