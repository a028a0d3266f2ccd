import type { Rows } from './rows.ts'

/** Tracks which rows were fetched since another client changed something. */
export const createFreshRows = (rows: Rows) => {
  /** Null when nothing changed: all rows are fresh. */
  let freshIds: Set<string> | null = null

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
    },
    markFresh: (id: string): void => {
      freshIds?.add(id)
    },
  }
}
