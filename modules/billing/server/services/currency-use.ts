import type { Db } from '../../../platform/index.ts'
import { checkoutLifetime } from '../gateways/checkouts.ts'

/**
 * SQL: ids of accounts that have money in another currency: balances, debts, payments that may still be made, open bills,
 * and usage that is being billed.
 */
const ofAccounts = `
  select user_id from ledger_accounts where kind in ('balance', 'debt') and balance <> 0 and currency <> $1
  union all select user_id from gateway_checkouts where purpose = 'funding' and status = 'open' and currency <> $1
    and created_at > now() - interval '${checkoutLifetime}'
  union all select user_id from bills where status = 'open' and total > 0 and currency <> $1
  union all select s.user_id from subscriptions s join plan_versions v on v.id = s.plan_version_id
    where s.status in ('active', 'cancelled') and v.meters is not null and v.currency <> $1`

/**
 * Whether balances, payments into them that are not completed, open bills, metered subscriptions or the metered plan are in
 * another currency than this one. As the currency of balances it would leave them behind: new payments could not pay old
 * debts.
 */
export const isOtherCurrencyUsed = async (db: Db, currency: string): Promise<boolean> => {
  const [row] = await db.query<{ used: boolean }>(
    `select exists (select 1 from (${ofAccounts}) o join user_summaries u on u.id = o.user_id)
       or exists (select 1 from plans p join plan_versions v on v.plan_id = p.id
         where p.type = 'metered' and p.status = 'active' and v.currency <> $1) as used`,
    [currency],
  )
  return row?.used ?? false
}
