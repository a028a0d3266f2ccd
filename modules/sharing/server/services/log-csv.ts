import type { AccessRow } from './access-log.ts'

/** Spreadsheets run cells that begin so as formulas (A64). */
const formula = /^[=+\-@\t\r]/
const cell = (value: string | number | null): string => {
  const text = String(value ?? '')
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const columns = ['time', 'event', 'item', 'bytes', 'completed', 'visitor', 'people', 'recipient', 'address'] as const

/** RFC 4180, UTF-8; times are ISO 8601 UTC, sizes bytes. */
export const logCsv = (rows: readonly AccessRow[]): string =>
  [
    columns.join(','),
    ...rows.map((row) =>
      [
        row.at.toISOString(),
        row.kind,
        row.item_name,
        row.bytes,
        row.completed ? 'yes' : 'no',
        row.visitor.slice(0, 6),
        row.people,
        row.recipient,
        row.address,
      ]
        .map(cell)
        .join(','),
    ),
  ].join('\r\n')
