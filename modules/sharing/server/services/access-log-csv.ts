import type { AccessLogRow } from './access-log.ts'

/** Spreadsheets execute cells that start like this as formulas (A64). */
const formula = /^[=+\-@\t\r]/
const cell = (value: string | number | null): string => {
  const text = String(value ?? '')
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const columns: Readonly<Record<string, (row: AccessLogRow) => string | number | null>> = {
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

/** RFC 4180, UTF-8; times in ISO 8601 UTC, sizes in bytes. */
export const accessLogCsv = (rows: readonly AccessLogRow[]): string =>
  [
    Object.keys(columns).join(','),
    ...rows.map((row) =>
      Object.values(columns)
        .map((value) => cell(value(row)))
        .join(','),
    ),
  ].join('\r\n')
