import type { Db } from '../../../platform/index.ts'
import { formatMoney } from '../../../shared/contract.ts'
import type { BillingHoldings } from '../../contract.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'
import type { Estimates } from '../usage/estimates.ts'

const balancesSql = `select currency, balance as amount from ledger_accounts
  where kind = 'balance' and user_id = $1 and balance > 0 order by currency`
const openBillsSql = `select currency, sum(total)::bigint as amount from bills
  where user_id = $1 and status = 'open' group by currency order by currency`

interface HoldingsDeps {
  db: Db
  subscriptions: Pick<Subscriptions, 'current'>
  estimates: Pick<Estimates, 'of'>
}

/** What an account has paid for or owes: all that its deletion ends. */
export const readHoldings = async (
  { db, subscriptions, estimates }: HoldingsDeps,
  userId: string,
  locale: string,
): Promise<BillingHoldings> => {
  type Row = { currency: string; amount: number }
  const [current, balances, bills, estimate] = await Promise.all([
    subscriptions.current(userId),
    db.query<Row>(balancesSql, [userId]),
    db.query<Row>(openBillsSql, [userId]),
    estimates.of(userId),
  ])
  const unpaid = new Map(bills.map(({ currency, amount }) => [currency, amount]))
  if (estimate && estimate.total > 0) {
    const { currency } = estimate.bill
    unpaid.set(currency, (unpaid.get(currency) ?? 0) + estimate.total)
  }
  const money = (currency: string, amount: number) => ({
    ...{ currency, amount },
    formatted: formatMoney({ currency, amount }, locale),
  })
  return {
    subscription:
      current?.plan.type === 'fixed'
        ? {
            name: current.plan.name,
            status: current.status === 'cancelled' ? 'cancelled' : 'active',
            paid_until: (current.ends_at ?? current.period_to)?.toISOString() ?? null,
          }
        : null,
    balances: balances.map(({ currency, amount }) => money(currency, amount)),
    unpaid: [...unpaid].map(([currency, amount]) => money(currency, amount)),
  }
}
