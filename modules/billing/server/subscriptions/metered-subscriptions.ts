import {
  CollectedErrors,
  type Db,
  isUniqueViolation,
  type Jobs,
  type Logger,
  type Platform,
  type Tx,
} from '../../../platform/index.ts'
import type { PlanVersion } from '../plans/plan.row.ts'
import type { Plans } from '../plans/plans.ts'
import type { UsageRecorder } from '../usage/usage-recorder.ts'
import { isMetered } from './is-metered.ts'
import { meteredPeriodFrom } from './periods.ts'
import type { Subscriptions } from './subscriptions.ts'

interface MeteredSubscriptionsDeps {
  db: Db
  jobs: Pick<Jobs, 'inBatches'>
  log: Logger
  settings: Platform['settings']
  plans: Plans
  subscriptions: Subscriptions
  recorder: UsageRecorder
}

const batchSize = 500
/**
 * Moment from which an account is metered: now, but never within a billed period, which may end a millisecond after its last
 * event.
 */
const beginning = async (tx: Tx, userId: string): Promise<Date> => {
  const [clock] = await tx.query<{ at: Date }>(
    `select greatest(date_trunc('milliseconds', clock_timestamp()),
       (select max(period_to) from bills where user_id = $1)) as at`,
    [userId],
  )
  return clock?.at as Date
}

/**
 * Removes the spending cap and the alert of an account whose last metered plan had another currency: they are minor units of
 * that currency, and would be another amount in the new one.
 */
const dropForeignAmounts = async (tx: Tx, userId: string, currency: string): Promise<void> => {
  await tx.query(
    `update billing_accounts set spending_cap = null, cap_reached = false, alert_amount = null, alert_sent_at = null
     where user_id = $1 and (spending_cap is not null or alert_amount is not null) and $2 <> (
       select v.currency from subscriptions s join plan_versions v on v.id = s.plan_version_id
       where s.user_id = $1 and v.meters is not null order by s.created_at desc, s.id desc limit 1)`,
    [userId, currency],
  )
}

/** Subscribes accounts to the metered plan, by which such an installation bills all of them but the exempt ones. */
export class MeteredSubscriptions {
  private readonly deps: MeteredSubscriptionsDeps
  constructor(deps: MeteredSubscriptionsDeps) {
    this.deps = deps
  }

  /** Whether accounts can be created. False: accounts are billed by a metered plan, and there is none. */
  async canStart(): Promise<boolean> {
    return (await this.deps.settings.get('subscription_type')) !== 'metered' || (await this.plan()) !== null
  }

  /**
   * Subscribes every account without a subscription that is billed (`isMetered`). An account with a fixed plan follows when
   * that plan ends.
   */
  async startAll(): Promise<{ started: number }> {
    const plan = await this.plan()
    const errors = new CollectedErrors(this.deps.log, 'cannot subscribe an account to the metered plan')
    let started = 0
    let after: string | null = null
    if (!plan) return { started }
    await this.deps.jobs.inBatches(async () => {
      const ids: { id: string }[] = await this.deps.db.query(
        `select u.id from user_summaries u where ${isMetered} and ($1::uuid is null or u.id > $1) and not exists (
           select 1 from subscriptions s where s.user_id = u.id and s.status in ('active', 'cancelled'))
         order by u.id limit ${batchSize}`,
        [after],
      )
      after = ids.at(-1)?.id ?? null
      for (const { id: userId } of ids)
        await errors.collect({ userId }, async () => {
          started += (await this.subscribe(userId, plan)) ? 1 : 0
        })
      return ids.length === batchSize
    })
    errors.rethrow()
    return { started }
  }

  /** Subscribes an account that has just been created. */
  async start(userId: string): Promise<void> {
    const plan = await this.plan()
    if (plan && !(await this.deps.subscriptions.current(userId))) await this.subscribe(userId, plan)
  }

  private async plan(): Promise<PlanVersion | null> {
    const { settings, plans } = this.deps
    return (await settings.get('subscription_type')) === 'metered' ? plans.metered() : null
  }

  /** False: another process has subscribed it meanwhile, or it is not billed (`isMetered`). */
  private async subscribe(userId: string, plan: PlanVersion): Promise<boolean> {
    const { db, subscriptions, recorder } = this.deps
    try {
      return await db.transaction(async (tx) => {
        // A deletion or suspension begins with a change of this row: it waits for this transaction and ends the
        // subscription, or no subscription is created.
        const held = await tx.query(`select 1 from user_summaries u where u.id = $1 and ${isMetered} for share`, [
          userId,
        ])
        if (held.length === 0) return false
        await subscriptions.lockAccount(tx, userId)
        if (await subscriptions.current(userId, tx)) return false
        const from = await beginning(tx, userId)
        await dropForeignAmounts(tx, userId, plan.currency)
        const id = await subscriptions.create(tx, { userId, planVersionId: plan.id, gateway: 'system' })
        await subscriptions.apply(tx, id, { type: 'activated', period: meteredPeriodFrom(from) })
        await recorder.start(tx, userId, from)
        return true
      })
    } catch (error) {
      if (isUniqueViolation(error)) return false
      throw error
    }
  }
}
