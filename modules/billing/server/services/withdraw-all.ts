import { newId, type Tx } from '../../../platform/index.ts'

export interface Withdrawal {
  userId: string
  /** Minor units, above 0. */
  amount: number
  note: string
  metadata: Record<string, unknown>
  /** Idempotency key: posted once. */
  key: string
}

/**
 * Posts withdrawals from prepaid balances to the sales of a currency in a few statements; one withdrawal of each user. All
 * their accounts stay locked. Resolves with the keys that were posted; a withdrawal above its balance, or posted before, is
 * left out.
 */
export const withdrawAll = async (
  tx: Tx,
  currency: string,
  withdrawals: readonly Withdrawal[],
): Promise<Set<string>> => {
  await tx.query(`insert into ledger_accounts (kind, currency) values ('sales', $1) on conflict do nothing`, [currency])
  // In the order in which every posting locks accounts.
  const accounts = await tx.query<{ id: number; user_id: string | null; balance: number }>(
    `select id, user_id, balance from ledger_accounts
     where currency = $2 and ((kind = 'balance' and user_id = any($1)) or kind = 'sales') order by id for no key update`,
    [withdrawals.map(({ userId }) => userId), currency],
  )
  const ofUser = new Map(accounts.map((account) => [account.user_id, account]))
  const covered = withdrawals.filter(({ userId, amount }) => (ofUser.get(userId)?.balance ?? 0) >= amount)
  const inserted = await tx.query<{ id: string; user_id: string; amount: number; key: string }>(
    `insert into ledger_transactions (id, user_id, type, status, currency, amount, gateway, note, metadata, idempotency_key)
     select w.id, w.user_id, 'withdrawal', 'completed', $1, w.amount, 'system', w.note, w.metadata, w.key
     from unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::text[], $6::jsonb[], $7::text[])
       as w (id, user_id, amount, note, metadata, key)
     on conflict (idempotency_key) do nothing returning id, user_id, amount, idempotency_key as key`,
    [
      currency,
      covered.map(() => newId()),
      covered.map(({ userId }) => userId),
      covered.map(({ amount }) => amount),
      covered.map(({ note }) => note),
      covered.map(({ metadata }) => JSON.stringify(metadata)),
      covered.map(({ key }) => key),
    ],
  )
  await tx.query(
    `insert into ledger_entries (transaction_id, account_id, amount)
     select t.id, e.account_id, e.amount from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as t (id, account_id, amount)
     cross join lateral (values (t.account_id, -t.amount), ($4::bigint, t.amount)) as e (account_id, amount)`,
    [
      inserted.map(({ id }) => id),
      inserted.map(({ user_id }) => ofUser.get(user_id)?.id),
      inserted.map(({ amount }) => amount),
      ofUser.get(null)?.id,
    ],
  )
  return new Set(inserted.map(({ key }) => key))
}
