import { randomUUID } from 'node:crypto'
import type { Meter } from '../../modules/billing/server/services/bill.ts'
import type { Tx } from '../../modules/platform/index.ts'
import type { Coffer } from '../../server/app.ts'

export const dayMs = 86_400_000
export const gigabyte = 1_000_000_000
const actor = { actorId: randomUUID(), ip: '127.0.0.1' }

/** A price per unit without tiers. */
export const meterOf = (feature: Meter['feature'], perUnit: string, flatFee: string | null = null): Meter => ({
  feature,
  strategy: feature === 'bandwidth' ? 'sum_of_usage' : 'maximum_usage',
  tiers: [{ firstUnit: 1, lastUnit: null, perUnit, flatFee }],
})

/** A metered plan of this currency; resolves with the id of its version. Each currency gets one, beside the rule of one. */
export const meteredPlan = async (
  { billing, platform }: Coffer,
  currency: string,
  meters: Meter[],
): Promise<string> => {
  const content = { name: `Usage ${currency}`, description: null, currency, amount: null, interval: null, meters }
  const { id, plan_id } = await billing.plans.create(actor, 'metered', {
    ...content,
    max_storage_bytes: null,
    max_team_members: null,
  })
  await platform.db.query("update plans set status = 'archived' where id = $1", [plan_id])
  return id
}

/** Subscribes an account from a moment in the past; what meters it begins in the same transaction. */
export const subscribeMetered = async (
  tx: Tx,
  { billing }: Coffer,
  userId: string,
  planVersionId: string,
  from: Date,
) => {
  const id = await billing.subscriptions.create(tx, { userId, planVersionId, gateway: 'system' })
  const period = { from, to: new Date(from.getTime() + 30 * dayMs) }
  await billing.subscriptions.apply(tx, id, { type: 'activated', period })
  return id
}

/** Subscribes an account from a moment in the past, without a meter: the test itself appends its usage. */
export const subscribeSince = (coffer: Coffer, userId: string, planVersionId: string, from: Date) =>
  coffer.platform.db.transaction((tx) => subscribeMetered(tx, coffer, userId, planVersionId, from))

interface UsedAt {
  feature: Meter['feature']
  quantity: number
  at: Date
}

export const appendUsage = ({ platform }: Coffer, userId: string, used: readonly UsedAt[]) =>
  platform.db.query(
    `insert into usage_events (user_id, feature, quantity, created_at)
     select $1, * from unnest($2::text[], $3::bigint[], $4::timestamptz[])`,
    [userId, used.map(({ feature }) => feature), used.map(({ quantity }) => quantity), used.map(({ at }) => at)],
  )

/** Adds traffic to the beginning of billed periods of this total, which the database otherwise rejects. */
export const falsifyUsage = ({ platform }: Pick<Coffer, 'platform'>, total: number, bytes: number) =>
  platform.db.transaction(async (tx) => {
    await tx.query('alter table usage_events disable trigger reject_billed_usage')
    await tx.query(
      `insert into usage_events (user_id, feature, quantity, created_at)
       select user_id, 'bandwidth', $2, period_from from bills where total = $1`,
      [total, bytes],
    )
    await tx.query('alter table usage_events enable trigger reject_billed_usage')
  })

const faultsOfUsers = async ({ platform }: Coffer, userIds: readonly string[]): Promise<object[]> => [
  ...(await platform.db.query<object>(
    `select a.id as account from ledger_accounts a left join ledger_entries e on e.account_id = a.id
     where a.user_id = any($1) group by a.id having a.balance <> coalesce(sum(e.amount), 0)`,
    [userIds],
  )),
  ...(await platform.db.query<object>(
    `select t.id as transaction from ledger_transactions t left join ledger_entries e on e.transaction_id = t.id
     where t.user_id = any($1) and t.status = 'completed' group by t.id
     having coalesce(sum(e.amount), 0) <> 0 or coalesce(max(e.amount), 0) <> t.amount`,
    [userIds],
  )),
]

/**
 * Accounts whose balance is not the sum of their entries, and currencies whose accounts do not add up to 0. With `userIds`
 * faults of these users only: their balances, and their transactions whose entries are not the amount.
 */
export const ledgerFaults = async (coffer: Coffer, userIds: readonly string[] | null = null): Promise<object[]> =>
  userIds ? faultsOfUsers(coffer, userIds) : faultsOfAll(coffer)

const faultsOfAll = async ({ platform }: Coffer): Promise<object[]> => [
  ...(await platform.db.query<object>(
    `select a.id from ledger_accounts a left join ledger_entries e on e.account_id = a.id
     group by a.id having a.balance <> coalesce(sum(e.amount), 0)`,
  )),
  ...(await platform.db.query<object>(
    'select currency from ledger_accounts group by currency having sum(balance) <> 0',
  )),
]
