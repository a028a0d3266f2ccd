import type { Tx } from '../../../platform/index.ts'
import { meteredPeriodFrom } from '../subscriptions/periods.ts'
import type { SubscriptionPeriod } from '../subscriptions/state.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'
import type { UsageRecorder } from '../usage/usage-recorder.ts'
import { billFromTotals, cappedTotal, usageTotals } from '../usage/usage-totals.ts'
import { billId } from './bill-id.ts'

/**
 * Bills the oldest ended period of each of these subscriptions that goes on, and begins its next period, in a few statements
 * for all. Subscriptions that end, or that another transaction has locked, are left out. Resolves with the number of bills.
 */
export const billBatch = async (
  tx: Tx,
  { subscriptions, recorder }: { subscriptions: Subscriptions; recorder: UsageRecorder },
  ids: readonly string[],
): Promise<number> => {
  const rows = (await subscriptions.tryLockEnded(tx, ids)).map((row) => {
    const period: SubscriptionPeriod = { from: row.period_from as Date, to: row.period_to as Date }
    return { row, period, id: billId(row.id, period) }
  })
  if (rows.length === 0) return 0
  const userIds = rows.map(({ row }) => row.user_id)
  await recorder.lock(tx, userIds)
  const totals = await usageTotals(
    tx,
    rows.map(({ row, period }) => ({ userId: row.user_id, period })),
  )
  const accounts = await tx.query<{ user_id: string; cap: number | null }>(
    `with locked as (select user_id from billing_accounts where user_id = any($1) order by user_id for update)
     update billing_accounts a set alert_sent_at = null, cap_reached = false from locked
     where a.user_id = locked.user_id returning a.user_id, a.spending_cap as cap`,
    [userIds],
  )
  const caps = new Map(accounts.map(({ user_id, cap }) => [user_id, cap]))
  // A new period begins at nothing, which raises the limits of accounts with a spending cap only.
  const capped = accounts.filter(({ cap }) => cap !== null).map(({ user_id }) => user_id)
  if (capped.length > 0) tx.emit('billing.entitlements.changed', { userIds: capped })
  const bills = rows.map(({ row, period, id }, n) => {
    const cap = caps.get(row.user_id) ?? null
    const bill = billFromTotals(row.plan, totals[n] ?? [], period)
    return { id, row, period, cap, currency: bill.currency, lines: bill.lines, total: cappedTotal(bill, cap) }
  })
  await tx.query(
    `insert into bills (id, user_id, subscription_id, plan_version_id, period_from, period_to, currency, lines, cap, total)
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::timestamptz[],
       $7::text[], $8::jsonb[], $9::bigint[], $10::bigint[])`,
    [
      bills.map(({ id }) => id),
      userIds,
      bills.map(({ row }) => row.id),
      bills.map(({ row }) => row.plan_version_id),
      bills.map(({ period }) => period.from),
      bills.map(({ period }) => period.to),
      bills.map(({ currency }) => currency),
      bills.map(({ lines }) => JSON.stringify(lines)),
      bills.map(({ cap }) => cap),
      bills.map(({ total }) => total),
    ],
  )
  await subscriptions.renewAll(
    tx,
    rows.map(({ row, period }) => ({ id: row.id, period: meteredPeriodFrom(period.to) })),
  )
  return rows.length
}
