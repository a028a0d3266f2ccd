import type { Sql } from '../../../platform/index.ts'
import { formatDecimal, formatMoney } from '../../../shared/contract.ts'
import type { PresentedEstimate } from '../../contract.ts'
import type { BillLine } from '../services/bill.ts'
import type { Estimate } from './estimates.ts'

/** Balance, debt and alert of an account, in minor units of the currency of its plan. */
interface AccountMoney {
  balance: number
  /** Open bills, and money that was spent from a balance although its payment was returned. */
  debt: number
  alert: number | null
}

export const readAccountMoney = async (sql: Sql, userId: string, currency: string): Promise<AccountMoney> => {
  const [row] = await sql.query<AccountMoney>(
    `select coalesce((select balance from ledger_accounts where kind = 'balance' and user_id = $1 and currency = $2), 0)
       as balance,
     (select coalesce(sum(total), 0)::bigint from bills where user_id = $1 and currency = $2 and status = 'open')
       - coalesce((select balance from ledger_accounts where kind = 'debt' and user_id = $1 and currency = $2), 0) as debt,
     (select alert_amount from billing_accounts where user_id = $1) as alert`,
    [userId, currency],
    'billing.account-money',
  )
  return row as AccountMoney
}

/** Ten-thousandths of a major unit, as people of the locale read a price of up to four decimals. */
export const formatLineCost = ({ amount }: BillLine, currency: string, locale: string): string =>
  formatDecimal(amount / 10_000, { currency, locale, maxDecimals: 4 })

/** `meta.usages` of an account with a metered plan. Quantities are bytes or pieces. */
export const presentEstimate = (
  { subscription, bill, total, cap, period, at }: Estimate,
  { balance, debt, alert }: AccountMoney,
  locale: string,
): PresentedEstimate => {
  const { currency } = bill
  const money = (amount: number) => ({ amount, currency, formatted: formatMoney({ amount, currency }, locale) })
  return {
    costEstimate: formatMoney({ amount: total, currency }, locale),
    amount: total,
    currency,
    balance: money(balance),
    debt: money(debt),
    alert: alert === null ? null : money(alert),
    spending_cap: cap === null ? null : money(cap),
    period_from: period.from.toISOString(),
    period_to: (subscription.period_to ?? period.to).toISOString(),
    estimated_at: at.toISOString(),
    featureEstimates: Object.fromEntries(
      bill.lines.map((line) => [
        line.feature,
        {
          feature: line.feature,
          usage: line.quantity,
          amount: line.amount,
          cost: formatLineCost(line, currency, locale),
        },
      ]),
    ),
  }
}
