import type { Db } from '../../../platform/index.ts'
import { type CsvColumns, csvParts, toDecimal, toIso } from '../../../shared/contract.ts'
import type { PaymentSource, SubscriptionFilters } from '../../contract.ts'
import { readBatches } from '../services/read-batches.ts'
import { subscriptionFilter } from './subscription-list.ts'

interface ExportedSubscription {
  id: string
  at: string
  created_at: Date
  status: string
  name: string
  /** Null for a metered plan. */
  amount: number | null
  interval: string | null
  currency: string
  gateway: PaymentSource
  period_to: Date | null
  ends_at: Date | null
  email: string | null
}

const present = (
  listSql: string,
) => `select s.id, s.at, s.created_at, s.status, v.name, v.amount, v.interval, v.currency, s.gateway,
    s.period_to, s.ends_at, u.email
  from (${listSql}) s join plan_versions v on v.id = s.plan_version_id left join user_summaries u on u.id = s.user_id
  order by s.created_at desc, s.id desc`

const columns: CsvColumns<ExportedSubscription> = {
  id: (row) => row.id,
  date: (row) => row.created_at.toISOString(),
  status: (row) => row.status,
  plan: (row) => row.name,
  price: ({ amount, currency }) => (amount === null ? null : toDecimal({ amount, currency })),
  currency: (row) => row.currency,
  interval: (row) => row.interval,
  renews_at: (row) => (row.status === 'active' ? toIso(row.period_to) : null),
  ends_at: (row) => toIso(row.ends_at),
  driver: (row) => row.gateway,
  email: (row) => row.email,
}

/** Parts of a CSV of all subscriptions that the filters find, newest first. */
export const subscriptionsCsv = (
  db: Db,
  filters: SubscriptionFilters,
  options: { batchSize?: number } = {},
): AsyncGenerator<string> => {
  const filter = { table: 'subscriptions', ...subscriptionFilter(null, filters) }
  return csvParts(columns, readBatches<ExportedSubscription>(db, filter, present, options.batchSize))
}
