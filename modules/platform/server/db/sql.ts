import pg from 'pg'

const { builtins, getTypeParser } = pg.types
// pg would write them in the zone of the process, whose offset it rounds to minutes: that of Monrovia in 1970 had seconds.
pg.defaults.parseInputDatesAsUTC = true
const parseAnyTime = getTypeParser(builtins.TIMESTAMPTZ, 'text') as (value: string) => unknown
const utcTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/

/** As pg's, in a twentieth of the time for the usual form. */
export const parseTime = (text: string): unknown => {
  if (!utcTime.test(text)) return parseAnyTime(text)
  const digit = (at: number) => text.charCodeAt(at) - 48
  const two = (at: number) => digit(at) * 10 + digit(at + 1)
  const year = two(0) * 100 + two(2)
  // `Date.UTC` takes them for years of the 20th century.
  if (year < 100) return parseAnyTime(text)
  const fraction = text.slice(20, -3)
  const ms = fraction === '' ? 0 : Number(fraction.slice(0, 3).padEnd(3, '0'))
  return new Date(Date.UTC(year, two(5) - 1, two(8), two(11), two(14), two(17), ms))
}

/** Parses bigint and numeric as JS numbers: byte counts are exact up to 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === builtins.INT8 || oid === builtins.NUMERIC) return Number
    return oid === builtins.TIMESTAMPTZ
      ? parseTime
      : (getTypeParser(oid, format as 'text') as (value: string) => unknown)
  },
} as unknown as pg.CustomTypesConfig

export interface Sql {
  /** The rows of one statement with bound values. `name` makes it a prepared statement, for frequent queries. */
  query<Row extends object>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>
}

/** A connection, or a pool that runs each statement on any of its connections. */
interface Queryable {
  query(config: pg.QueryConfig): Promise<pg.QueryResult>
}

/** Sends one statement, with this module's type parsers. */
export const sendStatement = (
  on: Queryable,
  text: string,
  values: readonly unknown[],
  name?: string,
): Promise<pg.QueryResult> => on.query({ text, values: values as unknown[], types, ...(name ? { name } : {}) })

export const queryRows = async <Row extends object>(
  on: Queryable,
  text: string,
  values: readonly unknown[],
  name?: string,
): Promise<Row[]> => (await sendStatement(on, text, values, name)).rows as Row[]
