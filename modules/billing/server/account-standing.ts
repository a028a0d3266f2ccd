import type { Db } from '../../platform/index.ts'
import type { AccountBlocks } from './engines/engine.ts'

/** Blocks, due payments and charges of an account, whichever engine the installation has now. */
interface AccountStanding {
  owing: AccountBlocks
  /** I18n key of a payment that is due although nothing is denied yet; null: none. */
  notice: string | null
  /** Whether a gateway charges the account for a plan, or a bill of the account could not be collected. */
  isBilled: boolean
}

interface Row extends AccountBlocks {
  renewal: boolean
  plan: boolean
  bill: boolean
}

/** Columns of `AccountBlocks`; `a`: `billing_accounts`. */
export const accountBlockColumns = 'a.dunning_sequence = 3 as blocked, a.dunning_reason, a.cap_reached'
/** Condition on `a`: unpaid amounts limit the account. Administrators keep access to the installation. */
export const isLimitedSql = "not exists (select 1 from user_summaries u where u.id = a.user_id and u.role = 'admin')"

/** Read by one statement, because every page of a signed-in user needs it. */
export const accountStanding = async (db: Db, userId: string): Promise<AccountStanding> => {
  const [row] = await db.query<Row>(
    `select s.*, ${accountBlockColumns},
       exists (select 1 from bills where user_id = $1 and status = 'open' and attempts > 0 and not carried) as bill
     from (select coalesce(bool_or(s.status = 'active' and g.past_due is not null), false) as renewal, count(*) > 0 as plan
       from subscriptions s join gateway_subscriptions g on g.subscription_id = s.id
       where s.user_id = $1 and s.status in ('active', 'cancelled')) s
     left join billing_accounts a on a.user_id = $1 and ${isLimitedSql}`,
    [userId],
    'billing.account-standing',
  )
  const { renewal, plan, bill, ...owing } = row as Row
  const notice = renewal ? 'billing:reason.renewal-failed' : bill ? 'billing:reason.open-bill' : null
  return { owing, notice, isBilled: plan || bill }
}
