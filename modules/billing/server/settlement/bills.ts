import type { Db, Jobs, Tx } from '../../../platform/index.ts'
import type { BillLine } from '../services/bill.ts'
import { meteredPeriodFrom } from '../subscriptions/periods.ts'
import type { SubscriptionPeriod } from '../subscriptions/state.ts'
import type { SubscriptionWithPlan } from '../subscriptions/subscription.row.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'
import type { UsageRecorder } from '../usage/usage-recorder.ts'
import { billFromTotals, cappedTotal, usageTotals } from '../usage/usage-totals.ts'
import { billBatch } from './bill-batch.ts'
import { billId } from './bill-id.ts'

/** A stored bill. Amounts in minor units, of its lines in ten-thousandths of a major unit. */
export interface BillRow {
  id: string
  user_id: string
  subscription_id: string
  plan_version_id: string
  period_from: Date
  period_to: Date
  currency: string
  lines: BillLine[]
  cap: number | null
  total: number
  status: 'open' | 'paid' | 'written-off'
  attempts: number
  charge_amount: number | null
  carried: boolean
}

interface BillsDeps {
  db: Db
  jobs: Pick<Jobs, 'inBatches'>
  subscriptions: Subscriptions
  recorder: UsageRecorder
}

interface Due {
  id: string
  user_id: string
  status: string
}

const batchSize = 200
/** Condition: a metered subscription whose period has ended. */
const due = `s.status in ('active', 'cancelled') and s.period_to <= now() and v.meters is not null`

type BilledPeriod = SubscriptionPeriod & { isLast: boolean }

/**
 * Bills the periods that have ended. The bill and the next period are one transaction, and a subscription has one bill per
 * period: however often and wherever the job runs, and wherever it is stopped, each period is billed once.
 */
export class Bills {
  private readonly deps: BillsDeps
  constructor(deps: BillsDeps) {
    this.deps = deps
  }

  /** Bills every period that has ended by now. */
  async run(): Promise<{ billed: number }> {
    let billed = 0
    let after: string | null = null
    await this.deps.jobs.inBatches(async () => {
      const rows: Due[] = await this.deps.db.query(
        `select s.id, s.user_id, s.status from subscriptions s join plan_versions v on v.id = s.plan_version_id
         where ${due} and ($1::uuid is null or s.id > $1) order by s.id limit ${batchSize}`,
        [after],
      )
      after = rows.at(-1)?.id ?? null
      if (rows.length > 0) billed += await this.billAll(rows)
      return rows.length === batchSize
    })
    return { billed }
  }

  private async billAll(rows: readonly Due[]): Promise<number> {
    const { db, recorder } = this.deps
    const userIds = rows.map(({ user_id }) => user_id)
    await db.transaction((tx) => recorder.record(tx, userIds))
    const ids = rows.map(({ id }) => id)
    let billed = 0
    for (let some = 1; some > 0; billed += some) some = await db.transaction((tx) => billBatch(tx, this.deps, ids))
    for (const { id, status } of rows) if (status === 'cancelled') billed += await this.settle(id)
    return billed
  }

  /**
   * Bills the usage of an account until now, and ends its subscription. Waits while another process bills it: the account
   * may be deleted afterwards. Resolves with the id of the bill; null without a metered subscription.
   */
  async close(userId: string): Promise<string | null> {
    const { db, subscriptions, recorder } = this.deps
    const subscription = await subscriptions.current(userId)
    if (subscription?.plan.type !== 'metered') return null
    await this.settle(subscription.id, { wait: true })
    return db.transaction(async (tx) => {
      const locked = await subscriptions.tryLock(tx, subscription.id, { wait: true })
      if (!locked) return null
      const at = new Date((await recorder.record(tx, [userId])).getTime() + 1)
      return this.bill(tx, locked.subscription, { from: locked.subscription.period_from as Date, to: at, isLast: true })
    })
  }

  /** Bills all ended periods of a subscription. Resolves with their number. `wait`: as of `Subscriptions.tryLock`. */
  async settle(id: string, options: { wait?: boolean } = {}): Promise<number> {
    let billed = 0
    while (await this.billEnded(id, options)) billed += 1
    return billed
  }

  /** Bills the oldest period of a subscription that has ended. False when there is none. */
  private async billEnded(id: string, options: { wait?: boolean }): Promise<boolean> {
    return this.deps.db.transaction(async (tx) => {
      const locked = await this.deps.subscriptions.tryLock(tx, id, options)
      const { period_from: from, period_to: to, status } = locked?.subscription ?? {}
      if (!locked || !from || !to || to > locked.now) return false
      await this.bill(tx, locked.subscription, { from, to, isLast: status === 'cancelled' })
      return true
    })
  }

  private async bill(tx: Tx, row: SubscriptionWithPlan, period: BilledPeriod): Promise<string> {
    const { subscriptions, recorder } = this.deps
    await recorder.lock(tx, [row.user_id])
    const [[totals = []], [account]] = [
      await usageTotals(tx, [{ userId: row.user_id, period }]),
      await tx.query<{ cap: number | null }>(
        `update billing_accounts set alert_sent_at = null, cap_reached = false where user_id = $1
         returning spending_cap as cap`,
        [row.user_id],
      ),
    ]
    const cap = account?.cap ?? null
    const bill = billFromTotals(row.plan, totals, period)
    const id = billId(row.id, period)
    const { from, to, isLast } = period
    const lines = JSON.stringify(bill.lines)
    const total = cappedTotal(bill, cap)
    await tx.query(
      `insert into bills (id, user_id, subscription_id, plan_version_id, period_from, period_to, currency, lines, cap, total)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [id, row.user_id, row.id, row.plan_version_id, from, to, bill.currency, lines, cap, total],
    )
    if (isLast) {
      await subscriptions.apply(tx, row.id, { type: 'completed', at: period.to })
      await recorder.stop(tx, row.user_id)
    } else await subscriptions.apply(tx, row.id, { type: 'renewed', period: meteredPeriodFrom(period.to) })
    return id
  }
}
