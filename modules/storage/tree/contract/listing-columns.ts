/**
 * The values of one field: the same in all rows, one for each row, for each row the index of one of a few (−1: none), or
 * times as ms since the row before (the first: since 1970).
 */
export type ListingColumn =
  | { all: unknown }
  | { each: unknown[] }
  | { values: unknown[]; at: number[] }
  | { times: number[] }

const apiTime = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/
/** The day of the last time, which most rows of a listing share, in ms since 1970; NaN: there is no such day. */
let lastDay = { text: '', ms: Number.NaN }

const startOf = (text: string): number => {
  if (text === lastDay.text) return lastDay.ms
  const midnight = `${text}T00:00:00.000Z`
  const ms = Date.parse(midnight)
  const isDay = !Number.isNaN(ms) && new Date(ms).toISOString() === midnight
  lastDay = { text, ms: isDay ? ms : Number.NaN }
  return lastDay.ms
}

/** Ms since 1970 of a time as the API writes it, in a third of the time of `Date`; NaN for any other value. */
const msOf = (value: unknown): number => {
  if (typeof value !== 'string' || value.length !== 24 || !apiTime.test(value)) return Number.NaN
  const digit = (at: number) => value.charCodeAt(at) - 48
  const two = (at: number) => digit(at) * 10 + digit(at + 1)
  const seconds = (two(11) * 60 + two(14)) * 60 + two(17)
  return startOf(value.slice(0, 10)) + seconds * 1_000 + digit(20) * 100 + two(21)
}

/** Null unless all values are times as the API writes them. */
const timesOf = (each: readonly unknown[]): { times: number[] } | null => {
  let before = 0
  const times: number[] = []
  for (const value of each) {
    const ms = msOf(value)
    if (Number.isNaN(ms)) return null
    times.push(ms - before)
    before = ms
  }
  return { times }
}

/** `read`: the value of a row. A column of one value is found without a list of all. */
export const columnOf = <Row>(rows: readonly Row[], read: (row: Row) => unknown): ListingColumn => {
  const first = read(rows[0] as Row)
  if (rows.every((row) => read(row) === first)) return { all: first }
  const each = rows.map(read)
  const hasGaps = each.includes(undefined)
  const indexes = new Map<unknown, number>()
  const values: unknown[] = []
  const at: number[] = []
  for (const value of each) {
    const key = typeof value === 'object' ? JSON.stringify(value) : value
    const index = value === undefined ? -1 : indexes.get(key)
    at.push(index ?? values.length)
    if (index !== undefined) continue
    indexes.set(key, values.length)
    values.push(value)
    if (!hasGaps && values.length * 2 > each.length) return timesOf(each) ?? { each }
  }
  return values.length === 1 && !hasGaps ? { all: values[0] } : { values, at }
}

/** `own`: columns that have other values than the rows; null: left out. */
export const columnsOf = <Row extends object>(
  rows: readonly Row[],
  own: Partial<Record<string, (() => ListingColumn) | null>> = {},
): Record<string, ListingColumn> => {
  const columns: Record<string, ListingColumn> = {}
  for (const row of rows)
    for (const name in row) {
      if (Object.hasOwn(columns, name) || own[name] === null) continue
      columns[name] = own[name]?.() ?? columnOf(rows, (of) => of[name])
    }
  return columns
}
