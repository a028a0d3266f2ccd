import type { Db } from '../../platform/index.ts'

/** What an account has of billing, whichever engine the installation has now. */
export interface AccountStanding {
  /** I18n key of what the account has to pay before anything is denied; null: nothing. */
  notice: string | null
  /** Whether a gateway charges it for a plan, or a bill of it could not be collected. */
  isBilled: boolean
}

interface Row {
  renewal: boolean
  plan: boolean
  bill: boolean
}

export const accountStanding = async (db: Db, userId: string): Promise<AccountStanding> => {
  const [row] = await db.query<Row>(
    `select coalesce(bool_or(s.status = 'active' and s.past_due is not null), false) as renewal, count(*) > 0 as plan,
     exists (select 1 from bills where user_id = $1 and status = 'open' and attempts > 0 and not carried) as bill
     from (select s.status, g.past_due from subscriptions s join gateway_subscriptions g on g.subscription_id = s.id
       where s.user_id = $1 and s.status in ('active', 'cancelled')) s`,
    [userId],
    'billing.account-standing',
  )
  const { renewal, plan, bill } = row as Row
  const notice = renewal ? 'billing:reason.renewal-failed' : bill ? 'billing:reason.open-bill' : null
  return { notice, isBilled: plan || bill }
}
