import type { Item } from '../contract.ts'
import type { Rows } from './rows.ts'

/** Rows per request. */
export const pageSize = 100
/** Up to this many rows the missing pages load in parallel, above it one after the other. */
const maxParallelRows = 2 * pageSize

export interface ItemPage {
  items: readonly Item[]
  total: number
  /** Keyset cursor of the next page; null at the end. */
  next: string | null
  /** Number of changes by other clients that the page contains for certain (`asOf` of the listing). */
  asOf?: number
  /** `meta.until` of the API's list: selects the items that are in the list now, without later ones. */
  until?: string
}
type PageStart = { cursor: string } | { at: number }
export type Fetch = (where: PageStart) => Promise<ItemPage>

interface LoaderDeps {
  fetch: Fetch
  rows: Rows
  total: () => number
  onPage: (start: number, page: ItemPage) => void
  onError: (error: unknown) => void
}

/** Loads missing rows: by cursor after a loaded row, by offset elsewhere. Parallel callers share requests. */
export const createPageLoader = ({ fetch, rows, total, onPage, onError }: LoaderDeps) => {
  let pending = new Map<number, Promise<void>>()
  /** Incremented with `discard`; responses to requests of an earlier generation are outdated. */
  let generation = 0

  const load = (index: number): Promise<void> => {
    const cursor = rows.cursorAt(index)
    const start = cursor ? index : Math.floor(index / pageSize) * pageSize
    const running = pending.get(start)
    if (running) return running
    const startedAt = generation
    const work = fetch(cursor ? { cursor } : { at: start })
      .then((page) => {
        if (startedAt === generation) onPage(start, page)
      })
      .catch((error: unknown) => {
        if (startedAt !== generation) return
        onError(error)
        throw error
      })
      .finally(() => {
        if (pending.get(start) === work) pending.delete(start)
      })
    pending.set(start, work)
    return work
  }

  return {
    /** Discards responses that are still pending, because the rows have changed. */
    discard: (): void => {
      generation += 1
      pending = new Map()
    },
    /** Loads the missing rows of [from, to). Rejects with the API error. */
    ensure: async (from: number, to: number): Promise<void> => {
      const end = Math.min(to, total())
      const startedAt = generation
      if (end - from <= maxParallelRows) {
        // The visible range may span two pages.
        const missing = Array.from({ length: Math.max(0, end - from) }, (_, index) => from + index).filter(
          (index) => !rows.has(index),
        )
        const ofEachPage = new Map(missing.toReversed().map((index) => [Math.floor(index / pageSize), index]))
        await Promise.all(Array.from(ofEachPage.values(), load))
        // The rows changed meanwhile; the caller asks again.
        if (startedAt !== generation) return
      }
      for (let index = from; index < end; index += 1) {
        if (rows.has(index)) continue
        await load(index)
        if (!rows.has(index)) return
      }
    },
  }
}
