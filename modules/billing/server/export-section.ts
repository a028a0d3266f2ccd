import type { Db } from '../../platform/index.ts'
import { queryParts } from '../../users/index.ts'

/** Amounts are in the smallest unit of their currency. */
const parts = {
  balances: `select kind, currency, balance from ledger_accounts where user_id = $1 order by currency, kind`,
  transactions: `select id, type, status, currency, amount, driver, reference, note, created_at
    from ledger_transactions where user_id = $1 order by created_at, id`,
  invoices: `select id, transaction_id, series, number, seller, buyer, lines, currency, total, tax_rate, tax, reverse_charge,
    period_from, period_to, created_at from invoices where user_id = $1 order by created_at, id`,
  subscriptions: `select s.id, v.name as plan, s.status, s.driver, s.period_from, s.period_to, s.ends_at, s.created_at,
      array(select json_build_object('type', e.type, 'details', e.details, 'created_at', e.created_at)
        from subscription_events e where e.subscription_id = s.id order by e.id) as events
    from subscriptions s join plan_versions v on v.id = s.plan_version_id
    where s.user_id = $1 order by s.created_at, s.id`,
  bills: `select id, period_from, period_to, currency, lines, cap, total, status, created_at from bills
    where user_id = $1 order by period_from, id`,
  usage: `select feature, created_at, quantity from usage_events where user_id = $1 order by created_at, id`,
  limits: `select spending_cap, cap_reached, alert_amount, alert_sent_at, dunning_reason, dunning_at from billing_accounts
    where user_id = $1`,
  cards: `select gateway, brand, last4, expires_year, expires_month, is_default, created_at from payment_cards
    where user_id = $1 order by created_at, id`,
} as const

/** What an account paid, used, subscribed to and chose, for its export. Without references by which a gateway charges. */
export const exportSection = (db: Db, userId: string) => queryParts(db, parts, userId)
