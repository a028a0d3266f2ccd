export interface Row {
  scenario: string
  figure: string
  ours: string
  beside: string
  /** Ratio or value that is compared with the limit. */
  value: number
  /** Empty: shown for information. */
  limit: { least?: number; most?: number }
}

const passes = ({ value, limit }: Row) =>
  (limit.least === undefined || value >= limit.least) && (limit.most === undefined || value <= limit.most)

const limitText = ({ limit }: Row) =>
  limit.least !== undefined ? `≥ ${limit.least}` : limit.most !== undefined ? `≤ ${limit.most}` : '–'

/** Prints the table; true when every row is within its limit. */
export const printTable = (rows: readonly Row[]): boolean => {
  const cells = rows.map((row) => [
    row.scenario,
    row.figure,
    row.ours,
    row.beside,
    row.value.toFixed(row.value < 10 ? 2 : 0),
    limitText(row),
    limitText(row) === '–' ? '' : passes(row) ? 'ok' : 'MISSED',
  ])
  const table = [['scenario', 'figure', 'ours', 'beside', 'value', 'limit', ''], ...cells]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((line) => [...(line[column] ?? '')].length))) ?? []
  for (const line of table) console.log(line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  return rows.every(passes)
}
