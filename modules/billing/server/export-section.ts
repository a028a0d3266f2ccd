import type { Db } from '../../platform/index.ts'
import { type PagedQuery, pagedLists } from '../../users/index.ts'

/** Amounts are in the smallest unit of their currency. */
const lists = {
  balances: {
    columns: 'kind, currency, balance',
    from: 'ledger_accounts where user_id = $1',
    key: { currency: 'text', kind: 'text', id: 'bigint' },
  },
  transactions: {
    columns: 'id, type, status, currency, amount, gateway as driver, reference, note, created_at',
    from: 'ledger_transactions where user_id = $1',
    key: { created_at: 'timestamptz', id: 'uuid' },
  },
  invoices: {
    columns: `id, transaction_id, series, number, seller, buyer, lines, currency, total, tax_rate, tax, reverse_charge,
      period_from, period_to, created_at`,
    from: 'invoices where user_id = $1',
    key: { created_at: 'timestamptz', id: 'uuid' },
  },
  subscriptions: {
    columns: `s.id, v.name as plan, s.status, s.gateway as driver, s.period_from, s.period_to, s.ends_at, s.created_at,
      array(select json_build_object('type', e.type, 'details', e.details, 'created_at', e.created_at)
        from subscription_events e where e.subscription_id = s.id order by e.id) as events`,
    from: 'subscriptions s join plan_versions v on v.id = s.plan_version_id where s.user_id = $1',
    key: { 's.created_at': 'timestamptz', 's.id': 'uuid' },
  },
  bills: {
    columns: 'id, period_from, period_to, currency, lines, cap, total, status, created_at',
    from: 'bills where user_id = $1',
    key: { period_from: 'timestamptz', id: 'uuid' },
  },
  usage: {
    columns: 'feature, created_at, quantity',
    from: 'usage_events where user_id = $1',
    key: { feature: 'text', created_at: 'timestamptz', id: 'bigint' },
  },
  limits: {
    columns: 'spending_cap, cap_reached, alert_amount, alert_sent_at, dunning_reason, dunning_at',
    from: 'billing_accounts where user_id = $1',
    key: { user_id: 'uuid' },
  },
  cards: {
    columns: 'gateway, brand, last4, expires_year, expires_month, is_default, created_at',
    from: 'payment_cards where user_id = $1',
    key: { created_at: 'timestamptz', id: 'uuid' },
  },
} satisfies Record<string, PagedQuery>

/**
 * Payments, usage, subscriptions and choices of an account, for its export; without references by which a gateway charges.
 */
export const exportBillingSection = (db: Db, userId: string) => pagedLists(db, lists, userId)
