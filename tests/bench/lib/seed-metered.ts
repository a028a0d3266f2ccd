import { withDb } from './seed.ts'

const meters = JSON.stringify([
  {
    feature: 'storage',
    strategy: 'maximum_usage',
    tiers: [{ firstUnit: 1, lastUnit: null, perUnit: '1', flatFee: null }],
  },
  {
    feature: 'flatFee',
    strategy: 'maximum_usage',
    tiers: [{ firstUnit: 1, lastUnit: null, perUnit: '2', flatFee: null }],
  },
])
/** Prepaid balance of each account, and the cost of its period (`billed`), in minor units. */
const prepaid = 1_000
export const billed = 500

const statements = (count: number): string[] => [
  `insert into plans (id, type) values ('00000000-0000-7000-8000-00000000000a', 'metered')`,
  `insert into plan_versions (id, plan_id, version, name, currency, meters)
   values ('00000000-0000-7000-8000-00000000000b', '00000000-0000-7000-8000-00000000000a', 1, 'Usage', 'USD', '${meters}')`,
  `create table seeded as select gen_random_uuid() as user_id, gen_random_uuid() as subscription_id,
     gen_random_uuid() as credit_id, n from generate_series(1, ${count}) n`,
  `insert into users (id, email, email_verified_at, color) select user_id, 'metered' || n || '@example.com', now(), '#00BC7E'
   from seeded`,
  `insert into subscriptions (id, user_id, plan_version_id, status, gateway, period_from, period_to)
   select subscription_id, user_id, '00000000-0000-7000-8000-00000000000b', 'active', 'system',
     date_trunc('day', now()) - interval '30 days', date_trunc('day', now()) from seeded`,
  `insert into usage_meters (user_id, traffic_from, recorded_at) select user_id, current_date - 1, now() - interval '1 hour'
   from seeded`,
  // A day's reading of storage each, as the hourly job leaves them, and the flat fee of the beginning.
  `insert into usage_events (user_id, feature, quantity, created_at)
   select user_id, 'flatFee', 1, date_trunc('day', now()) - interval '30 days' from seeded`,
  `insert into usage_events (user_id, feature, quantity, created_at)
   select user_id, 'storage', day * 100000000::bigint, date_trunc('day', now()) - (31 - day) * interval '1 day' + interval '1 hour'
   from seeded, generate_series(1, 30) day`,
  `insert into ledger_accounts (kind, currency) values ('bonus', 'USD') on conflict do nothing`,
  `insert into ledger_accounts (kind, user_id, currency) select 'balance', user_id, 'USD' from seeded`,
  `insert into ledger_transactions (id, user_id, type, status, currency, amount, gateway, idempotency_key)
   select credit_id, user_id, 'credit', 'completed', 'USD', ${prepaid}, 'system', credit_id from seeded`,
  `insert into ledger_entries (transaction_id, account_id, amount)
   select credit_id, a.id, ${prepaid} from seeded s join ledger_accounts a on a.user_id = s.user_id
   union all select credit_id, (select id from ledger_accounts where kind = 'bonus'), -${prepaid} from seeded`,
  'drop table seeded',
  'analyze',
]

/** Adds metered accounts with prepaid balances, whose period has ended: a bill of `billed` each. */
export const addMeteredAccounts = (databaseUrl: string, count: number): Promise<void> =>
  withDb(databaseUrl, async (db) => {
    await db.query(
      "insert into settings (name, value) values ('subscription_type', 'metered') on conflict (name) do update set value = 'metered'",
    )
    // The ledger is checked when a transaction ends.
    await db.transaction(async (tx) => {
      await tx.setStatementTimeout(0)
      for (const statement of statements(count)) await tx.query(statement)
    })
  })
