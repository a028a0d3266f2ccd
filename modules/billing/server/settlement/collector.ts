import type { Db, Jobs, Tx } from '../../../platform/index.ts'
import type { ChargeResult, PaymentMethods } from '../gateways/gateway.ts'
import type { InvoiceContent, Invoices } from '../invoices/invoices.ts'
import type { Ledger, Posting } from '../services/ledger.ts'
import { type Withdrawal, withdrawAll } from '../services/withdraw-all.ts'
import type { BillRow } from './bills.ts'
import type { Dunning } from './dunning.ts'

export interface CollectorDeps {
  db: Db
  jobs: Pick<Jobs, 'inBatches'>
  ledger: Ledger
  invoices: Invoices
  dunning: Dunning
  methods: PaymentMethods
}

const batchSize = 100
/** Longer than a gateway may take to answer. */
const lease = "interval '3 minutes'"
const retryAfter = "interval '1 day'"
const columns = `id, user_id, subscription_id, plan_version_id, period_from, period_to, currency, lines, cap, total, status,
  attempts, charging`
const free = "status = 'open' and (lease_until is null or lease_until < now())"

/**
 * Collects bills: from the prepaid balance, else from a stored payment method. One process has a bill at a time, and its
 * payment has one key: a bill is paid once, also by a process that was killed between the charge and its posting.
 */
export class Collector {
  private readonly deps: CollectorDeps
  constructor(deps: CollectorDeps) {
    this.deps = deps
  }

  /** Collects the bills whose turn it is. `unknown`: a gateway did not answer; they are asked for again after the lease. */
  async run(): Promise<{ paid: number; failed: number; unknown: number }> {
    const result = { paid: 0, failed: 0, unknown: 0 }
    await this.deps.jobs.inBatches(async () => {
      const bills = await this.claim(`${free} and next_attempt_at <= now()`, [])
      const covered = await this.takeAllFromBalances(bills)
      result.paid += covered.size
      for (const bill of bills.filter(({ id }) => !covered.has(id))) {
        const outcome = this.collect(bill).then(
          (paid) => (paid ? ('paid' as const) : ('failed' as const)),
          () => 'unknown' as const,
        )
        result[await outcome] += 1
      }
      return bills.length === batchSize
    })
    return result
  }

  /** Collects all open bills of an account, the largest first: it has added money or a payment method. */
  async retry(userId: string): Promise<void> {
    const bills = await this.claim(`${free} and user_id = $1`, [userId])
    for (const bill of bills.sort((a, b) => b.total - a.total)) await this.collect(bill)
  }

  /**
   * The oldest ones first, by their index: after a settlement the statistics know nothing of its bills yet, and a bitmap of
   * all open ones would be built and sorted for each batch.
   */
  private claim(condition: string, values: unknown[]): Promise<BillRow[]> {
    return this.deps.db.transaction(async (tx) => {
      await tx.query('set local enable_bitmapscan = off')
      return tx.query<BillRow>(
        `update bills set lease_until = now() + ${lease} where id in (
         select id from bills where ${condition} order by next_attempt_at limit ${batchSize} for update skip locked)
       returning ${columns}`,
        values,
      )
    })
  }

  /** False when it could not be paid; a call whose outcome is unknown throws, and the bill is asked for again later. */
  private async collect(bill: BillRow): Promise<boolean> {
    if (bill.total === 0) return this.deps.db.transaction((tx) => this.markPaid(tx, bill))
    if (!bill.charging && (await this.takeFromBalance(bill))) return true
    if (!bill.charging && !(await this.deps.methods.has(bill.user_id))) return this.fail(bill, 'system', 'balance')
    // Stored before the call, so that a restart asks the gateway first: it may have charged already.
    await this.deps.db.query(`update bills set charging = true, lease_until = now() + ${lease} where id = $1`, [
      bill.id,
    ])
    const { id, user_id: userId, total: amount, currency, attempts } = bill
    const charged = await this.deps.methods.charge({
      ...{ userId, amount, currency },
      key: `bill:${id}:${attempts}`,
      description: noteOf(bill),
    })
    return charged.status === 'paid' ? this.post(bill, charged) : this.fail(bill, charged.driver, charged.reason)
  }

  /** Pays what prepaid balances cover, one bill of each account, in a few statements. Resolves with the ids of these bills. */
  private async takeAllFromBalances(bills: readonly BillRow[]): Promise<Set<string>> {
    const oldest = new Map<string, BillRow>()
    for (const bill of bills)
      if (bill.total > 0 && !bill.charging && !oldest.has(bill.user_id)) oldest.set(bill.user_id, bill)
    const paid = new Set<string>()
    // When one of them cannot be posted, each is tried by itself.
    for (const [currency, some] of Map.groupBy(oldest.values(), (bill) => bill.currency))
      for (const { id } of await this.deps.db.transaction((tx) => this.withdraw(tx, currency, some)).catch(() => []))
        paid.add(id)
    return paid
  }

  private async withdraw(tx: Tx, currency: string, bills: readonly BillRow[]): Promise<BillRow[]> {
    const keys = await withdrawAll(tx, currency, bills.map(postingOf))
    const paid = bills.filter((bill) => keys.has(keyOf(bill)))
    await tx.query(
      "update bills set status = 'paid', lease_until = null, charging = false where id = any($1) and status = 'open'",
      [paid.map(({ id }) => id)],
    )
    await this.deps.dunning.allPaid(
      tx,
      paid.map(({ user_id }) => user_id),
    )
    await this.deps.invoices.issueAll(tx, new Map(paid.map((bill) => [keyOf(bill), contentOf(bill)])))
    return paid
  }

  private takeFromBalance(bill: BillRow): Promise<boolean> {
    const { user_id: userId } = bill
    return this.deps.db.transaction(async (tx) => {
      const from = { balance: userId }
      const result = await this.deps.ledger.post(tx, {
        ...postingOf(bill),
        ...{ type: 'withdrawal', driver: 'system', from, to: 'sales' },
      })
      return result !== 'insufficient' && this.finish(tx, bill)
    })
  }

  private post(bill: BillRow, { driver, reference }: ChargeResult & { status: 'paid' }): Promise<boolean> {
    return this.deps.db.transaction(async (tx) => {
      const from = { gateway: driver }
      await this.deps.ledger.post(tx, { ...postingOf(bill), type: 'charge', driver, reference, from, to: 'sales' })
      return this.finish(tx, bill)
    })
  }

  private async finish(tx: Tx, bill: BillRow): Promise<boolean> {
    await this.markPaid(tx, bill)
    await this.deps.dunning.paid(tx, bill.user_id)
    await this.deps.invoices.issue(tx, keyOf(bill), contentOf(bill))
    return true
  }

  private async markPaid(tx: Tx, { id }: BillRow): Promise<boolean> {
    await tx.query(
      "update bills set status = 'paid', lease_until = null, charging = false where id = $1 and status = 'open'",
      [id],
    )
    return true
  }

  private async fail(bill: BillRow, driver: string, reason: string): Promise<false> {
    await this.deps.db.transaction(async (tx) => {
      // Another process may have collected it since, after the lease.
      const counted = await tx.query(
        `update bills set attempts = attempts + 1, charging = false, lease_until = null,
         next_attempt_at = now() + ${retryAfter} where id = $1 and status = 'open' and attempts = $2 returning id`,
        [bill.id, bill.attempts],
      )
      if (counted.length === 0) return
      const type = driver === 'system' ? 'withdrawal' : 'charge'
      const posting = postingOf(bill)
      const metadata = { ...posting.metadata, reason }
      const key = `${posting.key}:${bill.attempts}`
      await this.deps.ledger.recordFailure(tx, { ...posting, type, driver, metadata, key })
      await this.deps.dunning.paymentFailed(tx, bill)
    })
    return false
  }
}

const keyOf = ({ id }: BillRow) => `bill:${id}`
const noteOf = ({ period_from, period_to }: BillRow) =>
  `${period_from.toISOString().slice(0, 10)} – ${period_to.toISOString().slice(0, 10)}`

const contentOf = ({ lines, period_from: from, period_to: to }: BillRow): InvoiceContent => ({
  lines: lines.map(({ feature, quantity, amount }) => ({ item: feature, quantity, amount })),
  period: { from, to },
})

const postingOf = (bill: BillRow): Withdrawal & Pick<Posting, 'currency'> => ({
  userId: bill.user_id,
  amount: bill.total,
  currency: bill.currency,
  note: noteOf(bill),
  metadata: { bill: bill.id, lines: bill.lines },
  key: keyOf(bill),
})
