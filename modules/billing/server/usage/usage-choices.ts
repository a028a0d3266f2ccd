import type { Audit, AuditActor, Db, Tx } from '../../../platform/index.ts'
import { parseMoney } from '../../../shared/contract.ts'
import type { BillingTables } from '../entities/index.ts'
import { billingErrors } from '../errors.ts'
import type { Estimate, Estimates } from './estimates.ts'

interface UsageChoicesDeps {
  db: Db
  audit: Audit
  estimates: Estimates
  /** Bills the periods of a metered account that have ended. */
  billEnded(userId: string): Promise<unknown>
}

/** Settings that users of metered accounts make for themselves: the billing alert and the spending cap. */
export class UsageChoices {
  private readonly deps: UsageChoicesDeps
  constructor(deps: UsageChoicesDeps) {
    this.deps = deps
  }

  /** `amount` in major units. 404 without a metered subscription, 422 `invalid-amount`, `alert-exists`. */
  async createAlert(userId: string, amount: string): Promise<void> {
    if (!(await this.storeAlert(userId, amount, { replace: false }))) throw billingErrors.fail('alert-exists')
  }

  /** As `createAlert`; replaces the amount of an alert that exists. */
  async updateAlert(userId: string, amount: string): Promise<void> {
    await this.storeAlert(userId, amount, { replace: true })
  }

  /** False when there is an alert and `replace` is false. */
  private async storeAlert(userId: string, amount: string, { replace }: { replace: boolean }): Promise<boolean> {
    const minor = await this.amountOf(userId, amount)
    const stored = await this.deps.db.query(
      `insert into billing_accounts as a (user_id, alert_amount) values ($1, $2)
       on conflict (user_id) do update set alert_amount = $2, alert_sent_at = null
       where $3 or a.alert_amount is null returning user_id`,
      [userId, minor, replace],
    )
    return stored.length > 0
  }

  async deleteAlert(userId: string): Promise<void> {
    await this.deps.db
      .builder<BillingTables>()
      .updateTable('billing_accounts')
      .set({ alert_amount: null, alert_sent_at: null })
      .where('user_id', '=', userId)
      .execute()
  }

  /** `amount` in major units. 404, 422 `invalid-amount`, `cap-below-usage`: usage until now has to be paid. */
  async setCap(actor: AuditActor, amount: string): Promise<void> {
    const minor = await this.amountOf(actor.actorId, amount)
    await this.inRunningPeriod(actor.actorId, async (tx, estimate) => {
      if (!estimate) throw billingErrors.fail('subscription-not-found')
      if (minor < estimate.total) throw billingErrors.fail('cap-below-usage')
      await this.storeCap(tx, actor, { cap: minor, isReached: estimate.bill.total >= minor })
    })
  }

  async deleteCap(actor: AuditActor): Promise<void> {
    await this.inRunningPeriod(actor.actorId, (tx) => this.storeCap(tx, actor, { cap: null, isReached: false }))
  }

  /**
   * Changes the cap while no ended period waits for its bill, which is limited by the former cap. `change` gets the estimate
   * up to now, as the estimate of the pages is up to an hour old.
   */
  private async inRunningPeriod(
    userId: string,
    change: (tx: Tx, estimate: Estimate | null) => Promise<void>,
  ): Promise<void> {
    const { db, estimates, billEnded } = this.deps
    for (let isChanged = false; !isChanged; ) {
      await billEnded(userId)
      isChanged = await db.transaction(async (tx) => {
        const estimate = await estimates.record(tx, userId)
        // The period ended after the bills were made.
        if (estimate && estimate.period.to <= estimate.at) return false
        await change(tx, estimate)
        return true
      })
    }
  }

  private async storeCap(
    tx: Tx,
    actor: AuditActor,
    { cap, isReached }: { cap: number | null; isReached: boolean },
  ): Promise<void> {
    const { actorId: userId } = actor
    const values = { spending_cap: cap, cap_reached: isReached }
    await tx
      .builder<BillingTables>()
      .insertInto('billing_accounts')
      .values({ user_id: userId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute()
    await this.deps.audit({ ...actor, action: 'billing.cap.changed', target: userId, details: { cap } }, tx)
    tx.emit('billing.entitlements.changed', { userIds: [userId] })
  }

  /** Minor units. */
  private async amountOf(userId: string, amount: string): Promise<number> {
    const estimate = await this.deps.estimates.forUser(userId)
    if (!estimate) throw billingErrors.fail('subscription-not-found')
    const minor = parseMoney(amount, estimate.bill.currency)
    if (!minor) throw billingErrors.fail('invalid-amount')
    return minor
  }
}
