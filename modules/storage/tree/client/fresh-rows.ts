import type { Rows } from './rows.ts'

/** Tracks which rows were fetched since another client changed something. */
export const createFreshRows = (rows: Rows) => {
  /** Null when nothing changed: all rows are fresh. */
  let freshIds: Set<string> | null = null
  let changes = 0

  const isFresh = (index: number): boolean => {
    const item = rows.at(index)
    return item !== undefined && (freshIds === null || freshIds.has(item.id))
  }
  return {
    isFresh,
    /** False for an empty range, so that an empty listing is fetched again. */
    allFresh: (from: number, to: number): boolean => {
      for (let index = from; index < to; index += 1) if (!isFresh(index)) return false
      return from < to
    },
    markStale: (): void => {
      freshIds = new Set()
      changes += 1
    },
    /** Number of changes so far. */
    changes: (): number => changes,
    /** The row was requested after that many changes. It stays stale if another one has come since. */
    markFresh: (id: string, asOf: number): void => {
      if (asOf === changes) freshIds?.add(id)
    },
  }
}
