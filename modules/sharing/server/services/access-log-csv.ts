import { type CsvColumns, csvParts } from '../../../shared/contract.ts'
import type { AccessLogRow } from './access-log.ts'

const columns: CsvColumns<AccessLogRow> = {
  time: (row) => row.occurred_at.toISOString(),
  action: (row) => row.action,
  item: (row) => row.item_name,
  bytes: (row) => row.bytes,
  completed: (row) => (row.completed ? 'yes' : 'no'),
  visitor: (row) => row.visitor.slice(0, 6),
  visitors: (row) => row.visitor_count,
  recipient: (row) => row.recipient,
  ip: (row) => row.ip,
}

/** The rows of a link's access log, in batches, as CSV. */
export const accessLogCsv = (batches: AsyncIterable<readonly AccessLogRow[]>): AsyncGenerator<string> =>
  csvParts(columns, batches)
