import type { Db, Sql, Tx } from '../../../platform/index.ts'
import type { Bill } from '../services/bill.ts'
import type { SubscriptionPeriod } from '../subscriptions/state.ts'
import type { SubscriptionWithPlan } from '../subscriptions/subscription.row.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'
import type { UsageRecorder } from './usage-recorder.ts'
import { billFromTotals, cappedTotal, recordedPeriod, type UsageTotal, usageTotals } from './usage-totals.ts'

export interface Estimate {
  subscription: SubscriptionWithPlan
  bill: Bill
  totals: UsageTotal[]
  /** Minor units: the total of the bill, or the account's spending cap if it is lower. */
  total: number
  cap: number | null
  period: SubscriptionPeriod
  /** All usage before this moment is counted. */
  at: Date
}

interface RunningMeter {
  recorded_at: Date
  stale: boolean
  spending_cap: number | null
}
interface Running {
  subscription: SubscriptionWithPlan
  meter: RunningMeter
  period: SubscriptionPeriod
}

/** Estimates are at most an hour old; the job records once an hour. */
const staleAfterMs = 55 * 60_000

/** Most accounts whose totals are cached. */
const maxCached = 1_000

/** Cost of the running period so far: its bill, when nothing more is used. */
export class Estimates {
  private readonly db: Db
  private readonly subscriptions: Subscriptions
  private readonly recorder: UsageRecorder
  /** Totals by account up to its last recording, which stay as they are until the next one. */
  private readonly cache = new Map<string, { key: string; totals: UsageTotal[] }>()
  constructor(db: Db, subscriptions: Subscriptions, recorder: UsageRecorder) {
    this.db = db
    this.subscriptions = subscriptions
    this.recorder = recorder
  }

  /** The estimate up to the last recording, which is made anew where it is stale; null without a metered subscription. */
  async forUser(userId: string): Promise<Estimate | null> {
    const running = await this.running(this.db, userId)
    if (!running) return null
    const { meter, period } = running
    const at = meter.stale ? await this.db.transaction((tx) => this.recorder.record(tx, [userId])) : meter.recorded_at
    return estimateOf(running, await this.totalsOf(userId, recordedPeriod(period, at)), at)
  }

  /**
   * The estimate up to this moment: records the usage first. Until the transaction ends, no usage of the account is recorded
   * and no period billed. Null for an account without a metered subscription.
   */
  async record(tx: Tx, userId: string): Promise<Estimate | null> {
    const at = await this.recorder.record(tx, [userId])
    const running = await this.running(tx, userId)
    if (!running) return null
    // Not cached: the transaction may be rolled back.
    const [totals = []] = await usageTotals(tx, [{ userId, period: recordedPeriod(running.period, at) }])
    return estimateOf(running, totals, at)
  }

  private async running(sql: Sql, userId: string): Promise<Running | null> {
    const subscription = await this.subscriptions.current(userId, sql)
    const meter = subscription?.plan.type === 'metered' ? await this.meter(sql, userId) : null
    if (!subscription?.period_from || !meter) return null
    return { subscription, meter, period: { from: subscription.period_from, to: subscription.period_to as Date } }
  }

  /** Cached: each page of the account asks for them, and a period may have very many events. */
  private async totalsOf(userId: string, period: SubscriptionPeriod): Promise<UsageTotal[]> {
    const key = `${period.from.getTime()}/${period.to.getTime()}`
    const cached = this.cache.get(userId)
    if (cached?.key === key) return cached.totals
    const [totals = []] = await usageTotals(this.db, [{ userId, period }])
    this.cache.delete(userId)
    this.cache.set(userId, { key, totals })
    for (const oldest of this.cache.keys()) {
      if (this.cache.size <= maxCached) break
      this.cache.delete(oldest)
    }
    return totals
  }

  private async meter(sql: Sql, userId: string): Promise<RunningMeter | null> {
    const [row] = await sql.query<RunningMeter>(
      `select m.recorded_at, m.recorded_at < now() - $2 * interval '1 millisecond' as stale, a.spending_cap
       from usage_meters m left join billing_accounts a on a.user_id = m.user_id where m.user_id = $1`,
      [userId, staleAfterMs],
      'billing.meter',
    )
    return row ?? null
  }
}

const estimateOf = ({ subscription, meter, period }: Running, totals: UsageTotal[], at: Date): Estimate => {
  const bill = billFromTotals(subscription.plan, totals, period)
  const cap = meter.spending_cap
  return { subscription, bill, totals, total: cappedTotal(bill, cap), cap, period, at }
}
