import type { AccountPlan } from '../../../billing/contract.ts'
import { type CsvColumns, csvParts, toDecimal, toIso } from '../../../shared/contract.ts'
import { displayName } from '../../../users/index.ts'
import type { UserSummaryRow } from '../user.row.ts'

type Engine = 'none' | 'fixed' | 'metered'

export interface ExportedRow extends UserSummaryRow {
  plan: AccountPlan | null
}

const ownColumns: CsvColumns<ExportedRow> = {
  id: (row) => row.id,
  name: (row) => displayName(row),
  email: (row) => row.email,
  role: (row) => row.role,
  status: (row) => row.status,
  verified_at: (row) => toIso(row.email_verified_at),
  used_bytes: (row) => row.used_bytes,
  max_storage_bytes: (row) => row.max_storage_bytes,
  created_at: (row) => row.created_at.toISOString(),
}
/** Columns of each engine. Amounts are in major units, for spreadsheets. */
const billingColumns: Record<Engine, CsvColumns<ExportedRow>> = {
  none: {},
  fixed: { plan: (row) => row.plan?.name ?? null, subscription: (row) => row.plan?.status ?? 'none' },
  metered: {
    plan: (row) => row.plan?.name ?? null,
    estimate: ({ plan }) => (plan?.estimate ? toDecimal(plan.estimate) : null),
    currency: (row) => row.plan?.estimate?.currency ?? null,
  },
}

/** Rows as CSV. Each batch is read after the one before it is sent: an installation may have millions of accounts. */
export const userCsv = (batches: AsyncIterable<readonly ExportedRow[]>, engine: Engine): AsyncGenerator<string> =>
  csvParts({ ...ownColumns, ...billingColumns[engine] }, batches)
