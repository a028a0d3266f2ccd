import type { Audit, Db } from '../../../platform/index.ts'
import { parseMoney } from '../../../shared/contract.ts'
import { billingErrors } from '../errors.ts'
import type { Estimate, Estimates } from './estimates.ts'

export interface UsageChoicesDeps {
  db: Db
  audit: Audit
  estimates: Estimates
}
export interface Chooser {
  userId: string
  ip: string
}

/** What users of metered accounts set for themselves: the billing alert and the spending cap. */
export class UsageChoices {
  private readonly deps: UsageChoicesDeps
  constructor(deps: UsageChoicesDeps) {
    this.deps = deps
  }

  /** Major units. 404 without a metered subscription, 422 `invalid-amount`, `alert-exists` when `isNew`. */
  async setAlert(userId: string, amount: string, isNew: boolean): Promise<void> {
    const { minor } = await this.amountOf(userId, amount)
    const stored = await this.deps.db.query(
      `insert into billing_accounts as a (user_id, alert_amount) values ($1, $2)
       on conflict (user_id) do update set alert_amount = $2, alert_sent_at = null
       where not $3 or a.alert_amount is null returning user_id`,
      [userId, minor, isNew],
    )
    if (stored.length === 0) throw billingErrors.fail('alert-exists')
  }

  async deleteAlert(userId: string): Promise<void> {
    await this.deps.db.query(
      'update billing_accounts set alert_amount = null, alert_sent_at = null where user_id = $1',
      [userId],
    )
  }

  /** Major units. 404, 422 `invalid-amount`, `cap-below-usage`: what was used already is paid. */
  async setCap(chooser: Chooser, amount: string): Promise<void> {
    const { minor, estimate } = await this.amountOf(chooser.userId, amount)
    if (minor < estimate.total) throw billingErrors.fail('cap-below-usage')
    await this.storeCap(chooser, minor, estimate.bill.total >= minor)
  }

  async deleteCap(chooser: Chooser): Promise<void> {
    await this.storeCap(chooser, null, false)
  }

  private async storeCap({ userId, ip }: Chooser, cap: number | null, reached: boolean): Promise<void> {
    const { db, audit } = this.deps
    await db.transaction(async (tx) => {
      await tx.query(
        `insert into billing_accounts (user_id, spending_cap, cap_reached) values ($1, $2, $3)
         on conflict (user_id) do update set spending_cap = $2, cap_reached = $3`,
        [userId, cap, reached],
      )
      await audit({ actorId: userId, ip, action: 'billing.cap.changed', target: userId, details: { cap } }, tx)
      tx.emit('billing.entitlements.changed', { userIds: [userId] })
    })
  }

  private async amountOf(userId: string, amount: string): Promise<{ minor: number; estimate: Estimate }> {
    const estimate = await this.deps.estimates.of(userId)
    if (!estimate) throw billingErrors.fail('subscription-not-found')
    const minor = parseMoney(amount, estimate.bill.currency)
    if (!minor) throw billingErrors.fail('invalid-amount')
    return { minor, estimate }
  }
}
