import type { Db } from '../../../platform/index.ts'
import { type BillLine, computeBill, type Meter, type UsageEvent } from '../services/bill.ts'
import { cappedTotal } from '../usage/usage-totals.ts'
import type { BillRow } from './bills.ts'

interface Recomputation {
  bills: number
  /** Bills whose lines or total differ from the result of their usage events and plan. */
  differing: { id: string; stored: number; computed: number }[]
  /** Paid bills without exactly one completed transaction of their total. */
  unposted: string[]
}

type StoredBill = BillRow & { meters: Meter[] }
const batchSize = 500

const linesText = (lines: readonly BillLine[]) =>
  lines.map(({ feature, quantity, amount }) => `${feature} ${quantity} ${amount}`).join('\n')

/** The single events of an account up to the end of a period, not the totals that the settlement used. */
const eventsUntil = async (db: Db, { user_id, period_to }: BillRow): Promise<UsageEvent[]> => {
  const rows = await db.query<Omit<UsageEvent, 'at'> & { at: Date }>(
    `select feature, quantity, created_at as at from usage_events where user_id = $1 and created_at < $2
     order by created_at, id`,
    [user_id, period_to],
  )
  return rows.map(({ at, ...event }) => ({ ...event, at: at.getTime() }))
}

/**
 * Computes the bills of periods that ended between two moments again, from their events, and compares to the cent; of one
 * account, or of all (null).
 */
export const recomputeBills = async (
  db: Db,
  from: Date,
  to: Date,
  userId: string | null = null,
): Promise<Recomputation> => {
  const result: Recomputation = { bills: 0, differing: [], unposted: [] }
  for (let after: string | null = null; ; ) {
    const bills: StoredBill[] = await db.query(
      `select b.*, v.meters from bills b join plan_versions v on v.id = b.plan_version_id
       where b.period_to >= $1 and b.period_to < $2 and ($3::uuid is null or b.id > $3)
       and ($4::uuid is null or b.user_id = $4) order by b.id limit ${batchSize}`,
      [from, to, after, userId],
    )
    after = bills.at(-1)?.id ?? null
    if (after === null) return result
    const posted = await db.query<{ key: string }>(
      `select idempotency_key as key from ledger_transactions t join unnest($1::text[], $2::bigint[], $3::text[])
         as b (key, total, currency) on t.idempotency_key = b.key
       where t.status = 'completed' and t.amount = b.total and t.currency = b.currency`,
      [bills.map(({ id }) => `bill:${id}`), bills.map(({ total }) => total), bills.map(({ currency }) => currency)],
    )
    const keys = new Set(posted.map(({ key }) => key))
    for (const bill of bills) {
      result.bills += 1
      const period = { from: bill.period_from.getTime(), to: bill.period_to.getTime() }
      const computed = computeBill(bill, await eventsUntil(db, bill), period)
      const total = cappedTotal(computed, bill.cap)
      if (total !== bill.total || linesText(computed.lines) !== linesText(bill.lines))
        result.differing.push({ id: bill.id, stored: bill.total, computed: total })
      if (keys.has(`bill:${bill.id}`) !== (bill.status === 'paid' && bill.total > 0)) result.unposted.push(bill.id)
    }
  }
}
