const [minTime, maxTime] = [Date.parse('0001-01-01T00:00Z') * 1_000, Date.UTC(10_000, 0) * 1_000]

/**
 * Whether a key of a cursor is a time in microseconds since 1970 of the years 1–9999, as all times of the API. PostgreSQL
 * has no times before 4713 BC.
 */
export const isTimeKey = (key: string): boolean =>
  /^-?\d{1,18}$/.test(key) && Number(key) >= minTime && Number(key) < maxTime

/** A cursor of these values, which say where a page of a sorted list begins. It is not signed. */
export const packCursor = (values: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url')

/** The values of a cursor, which the caller checks; empty when the text is not a cursor. */
export const unpackCursor = (cursor: string): readonly unknown[] => {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(values) ? values : []
  } catch {
    return []
  }
}
