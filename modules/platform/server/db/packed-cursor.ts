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
