import type { Db } from '../../../platform/index.ts'
import { formatMoney, toIso } from '../../../shared/contract.ts'
import type { BillingHoldings } from '../../contract.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'
import type { Estimates } from '../usage/estimates.ts'

const balancesSql = `select currency, balance as amount from ledger_accounts
  where kind = 'balance' and user_id = $1 and balance > 0 order by currency`
const owedSql = `select currency, sum(amount)::bigint as amount from (
    select currency, total as amount from bills where user_id = $1 and status = 'open'
    union all select currency, -balance from ledger_accounts where kind = 'debt' and user_id = $1 and balance < 0) o
  group by currency order by currency`

interface HoldingsDeps {
  db: Db
  subscriptions: Pick<Subscriptions, 'current'>
  estimates: Pick<Estimates, 'forUser'>
}

/** Paid plan, balances and unpaid amounts of an account: all that its deletion ends. */
export const readHoldings = async (
  { db, subscriptions, estimates }: HoldingsDeps,
  userId: string,
  locale: string,
): Promise<BillingHoldings> => {
  type Row = { currency: string; amount: number }
  const [current, balances, owed, estimate] = await Promise.all([
    subscriptions.current(userId),
    db.query<Row>(balancesSql, [userId]),
    db.query<Row>(owedSql, [userId]),
    estimates.forUser(userId),
  ])
  const unpaid = new Map(owed.map(({ currency, amount }) => [currency, amount]))
  if (estimate && estimate.total > 0) {
    const { currency } = estimate.bill
    unpaid.set(currency, (unpaid.get(currency) ?? 0) + estimate.total)
  }
  const money = (currency: string, amount: number) => ({
    currency,
    amount,
    formatted: formatMoney({ currency, amount }, locale),
  })
  return {
    subscription:
      current?.plan.type === 'fixed'
        ? {
            name: current.plan.name,
            status: current.status === 'cancelled' ? 'cancelled' : 'active',
            paid_until: toIso(current.ends_at ?? current.period_to),
          }
        : null,
    balances: balances.map(({ currency, amount }) => money(currency, amount)),
    unpaid: [...unpaid].map(([currency, amount]) => money(currency, amount)),
  }
}
