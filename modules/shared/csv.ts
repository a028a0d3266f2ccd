/** Spreadsheets execute cells that start like this as formulas (A64). */
const formula = /^[=+\-@\t\r]/

type CsvValue = string | number | null
/** Heading → value of the column, in the order of the columns. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => CsvValue>>

const cell = (value: CsvValue): string => {
  const text = String(value ?? '')
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The lines of rows without the headings (RFC 4180). */
export const csvLines = <Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string[] =>
  rows.map((row) =>
    Object.values(columns)
      .map((read) => cell(read(row)))
      .join(','),
  )

/** `csv` of rows that come in batches: the headings, then a part for each batch. */
export async function* csvParts<Row>(
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield csv(columns, [])
  for await (const rows of batches) {
    const lines = csvLines(columns, rows).map((line) => `\r\n${line}`)
    if (lines.length > 0) yield lines.join('')
  }
}

/** RFC 4180 with headings. Times in ISO 8601 UTC, sizes in bytes. */
export const csv = <Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string =>
  [Object.keys(columns).join(','), ...csvLines(columns, rows)].join('\r\n')
