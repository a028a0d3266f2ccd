import type { Db, Tx } from '../../../platform/index.ts'
import type { BillRow } from './bills.ts'

/** A bill that a process collects; `lease_until` is its token, which the next process replaces. */
export type ClaimedBill = BillRow & { lease_until: Date }

export const billBatchSize = 100
/** Longer than a gateway may take to answer. In milliseconds, as the token is read. */
const leaseEnd = "date_trunc('milliseconds', now()) + interval '3 minutes'"
const columns = `id, user_id, subscription_id, plan_version_id, period_from, period_to, currency, lines, cap, total, status,
  attempts, charge_amount, carried, lease_until`
/** A lease far ahead comes from a clock that was ahead. */
export const isReleased = "(lease_until is null or lease_until not between now() and now() + interval '1 hour')"
const isFree = `status = 'open' and ${isReleased}`
/** Condition for a bill of the process with this token: no other process has taken it over since. */
const isClaimed = "id = $1 and status = 'open' and lease_until = $2"

/**
 * Takes a page of the open bills that no other process has. The oldest ones first, by their index: after a settlement the
 * statistics know nothing of its bills yet, and a bitmap of all open bills would be built and sorted for each batch.
 */
export const claimBills = (
  db: Db,
  condition: string,
  values: unknown[] = [],
  order = 'next_attempt_at',
): Promise<ClaimedBill[]> =>
  db.transaction(async (tx) => {
    await tx.query('set local enable_bitmapscan = off')
    return tx.query<ClaimedBill>(
      `update bills set lease_until = ${leaseEnd} where id in (
         select id from bills where ${isFree} and ${condition} order by ${order} limit ${billBatchSize}
         for update skip locked)
       returning ${columns}`,
      values,
    )
  })

/**
 * Stores the amount that a payment method is charged, before the call: the bill, with the account's debt and all its carried
 * bills, unless another charge may have been for these. A repeated call keeps the amount of the first one. Null: another
 * process has the bill.
 */
export const beginCharge = async (db: Db, bill: ClaimedBill): Promise<(ClaimedBill & { amount: number }) | null> => {
  const [row] = await db.query<{ amount: number; lease_until: Date }>(
    `update bills b set lease_until = ${leaseEnd},
       charged_at = case when charge_amount is null then now() else charged_at end, charge_amount = coalesce(charge_amount, total + coalesce((
       select sum(c.amount) from (
         select c.total as amount from bills c where c.user_id = b.user_id and c.currency = b.currency and c.id <> b.id
           and c.status = 'open' and c.carried and c.charge_amount is null
         union all
         select -a.balance from ledger_accounts a where a.kind = 'debt' and a.user_id = b.user_id and a.currency = b.currency) c
       where not exists (select from bills o where o.user_id = b.user_id and o.currency = b.currency and o.id <> b.id
         and o.status = 'open' and o.charge_amount > o.total)), 0))
     where ${isClaimed} returning charge_amount as amount, lease_until`,
    [bill.id, bill.lease_until],
  )
  return row ? { ...bill, ...row, charge_amount: row.amount } : null
}

/**
 * Locks the bills that may be taken from a balance: no other process took them over, and no payment method was asked.
 * Resolves with their ids.
 */
export const lockForBalance = async (tx: Tx, bills: readonly ClaimedBill[]): Promise<Set<string>> => {
  const rows = await tx.query<{ id: string }>(
    `select b.id from bills b join unnest($1::uuid[], $2::timestamptz[]) as c (id, lease) on c.id = b.id
     where b.status = 'open' and b.lease_until = c.lease and b.charge_amount is null order by b.id for update of b`,
    [bills.map(({ id }) => id), bills.map(({ lease_until }) => lease_until)],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Counts a failed attempt; the next one is a day later. False: another process has the bill. */
export const countAttempt = async (tx: Tx, bill: ClaimedBill): Promise<boolean> => {
  const counted = await tx.query(
    `update bills set attempts = attempts + 1, charge_amount = null, carried = false, lease_until = null,
     next_attempt_at = now() + interval '1 day' where ${isClaimed} returning id`,
    [bill.id, bill.lease_until],
  )
  return counted.length > 0
}

/** Ends a charge that went into the balance, for the bill and for the carried bills of its account. */
export const endCharge = async (tx: Tx, bill: ClaimedBill): Promise<void> => {
  await tx.query(`update bills set charge_amount = null where ${isClaimed}`, [bill.id, bill.lease_until])
  await makeCarriedDue(tx, bill)
}

/**
 * Makes the carried bills of the account due: the balance has the money that was charged for them. They are not carried any
 * more, or another bill of the account would be charged with them again.
 */
export const makeCarriedDue = async (tx: Tx, { user_id: userId }: ClaimedBill): Promise<void> => {
  await tx.query(
    "update bills set next_attempt_at = now(), carried = false where user_id = $1 and status = 'open' and carried",
    [userId],
  )
}

/** Lets the outcome of a bill's charge be asked for again in an hour, so that other bills have their turn before. */
export const postponeChargeLookup = async (db: Db, bill: ClaimedBill): Promise<void> => {
  await db.query(`update bills set next_attempt_at = now() + interval '1 hour' where id = $1 and status = 'open'`, [
    bill.id,
  ])
}

/** Releases bills that were not tried. */
export const releaseBills = async (db: Db, bills: readonly ClaimedBill[]): Promise<void> => {
  if (bills.length === 0) return
  await db.query(
    `update bills b set lease_until = null from unnest($1::uuid[], $2::timestamptz[]) as c (id, lease)
     where c.id = b.id and b.lease_until = c.lease`,
    [bills.map(({ id }) => id), bills.map(({ lease_until }) => lease_until)],
  )
}

/** Releases a bill until later, without counting a failed attempt. */
export const postponeBill = (
  sql: Pick<Tx, 'query'>,
  bill: ClaimedBill,
  { hours, carried }: { hours: number; carried: boolean },
) =>
  sql.query(
    `update bills set charge_amount = null, carried = $4, lease_until = null,
     next_attempt_at = now() + make_interval(hours => $3) where ${isClaimed}`,
    [bill.id, bill.lease_until, hours, carried],
  )

/** Credentials that were removed may be entered again within this time. */
const answeredWithin = '30 days'

/**
 * Gives up, in favour of its user, a bill that may have been charged by a gateway that cannot be asked any more. False: the
 * charge is too new, or another process has the bill.
 */
export const writeOffUnanswered = async (tx: Tx, bill: ClaimedBill): Promise<boolean> => {
  const rows = await tx.query(
    `update bills set status = 'written-off', lease_until = null, charge_amount = null
     where ${isClaimed} and charged_at < now() - interval '${answeredWithin}' returning 1`,
    [bill.id, bill.lease_until],
  )
  return rows.length > 0
}

export const markBillsPaid = (tx: Tx, ids: readonly string[]) =>
  tx.query(
    "update bills set status = 'paid', lease_until = null, charge_amount = null where id = any($1) and status = 'open'",
    [ids],
  )
