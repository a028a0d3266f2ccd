import type { Tx } from '../../../platform/index.ts'
import type { Account, Users } from '../../../users/index.ts'
import type { BillingEvents } from '../events.ts'
import { planVersionName } from '../gateways/subscription-versions.ts'
import { notBeingDeleted } from './not-being-deleted.ts'
import type { SubscriptionRow } from './subscription.row.ts'

/**
 * Who cancelled a subscription; `gateway`: it reports a cancellation that was not made here; `deletion`: its user, by asking
 * for the deletion of the account, or an administrator, by suspending it.
 */
export type Canceller = BillingEvents['billing.subscription.cancelled']['by'] | 'deletion'

interface PlanEndsDeps {
  users: Pick<Users, 'accounts'>
  /** Storage of the account without its plan, in bytes; null: no limit. */
  limitWithoutPlan(account: Account): Promise<number | null>
}

type Ending = Pick<SubscriptionRow, 'id' | 'user_id' | 'plan_version_id'>

/**
 * Emits the events by which users learn that their plan was cancelled or has ended; none for an account that is being
 * deleted.
 */
export class PlanEnds {
  private readonly deps: PlanEndsDeps
  constructor(deps: PlanEndsDeps) {
    this.deps = deps
  }

  /** Emits nothing when the plan is over already: the event of its end follows. */
  async cancelled(tx: Tx, row: Ending, endsAt: Date, by: Canceller): Promise<void> {
    const plan = await this.find(tx, row)
    if (!plan || endsAt <= plan.now) return
    const byAccount = plan.isSuspended ? 'administrator' : 'user'
    tx.emit('billing.subscription.cancelled', {
      ...plan.about,
      until: endsAt.toISOString(),
      by: by === 'deletion' ? byAccount : by,
    })
  }

  /** `at`: the end as the gateway names it, which may be later than now. */
  async ended(tx: Tx, row: Ending, at: Date): Promise<void> {
    const plan = await this.find(tx, row)
    if (!plan) return
    const end = at > plan.now ? plan.now : at
    tx.emit('billing.subscription.ended', { ...plan.about, at: end.toISOString() })
  }

  /**
   * Details of the plan for its events, and the present by the database's clock (D48); null for an account that is being
   * deleted.
   */
  private async find(tx: Tx, { id, user_id: userId, plan_version_id: versionId }: Ending) {
    const [staying] = await tx.query<{ now: Date }>(
      `select clock_timestamp() as now from user_summaries u where u.id = $1 and ${notBeingDeleted}`,
      [userId],
    )
    const account = staying && (await this.deps.users.accounts.byId(userId, tx))
    if (!staying || !account) return null
    const limit = await this.deps.limitWithoutPlan(account)
    const isSuspended = account.status === 'suspended'
    return {
      now: staying.now,
      isSuspended,
      about: { userId, subscriptionId: id, plan: await planVersionName(tx, versionId), limit },
    }
  }
}
