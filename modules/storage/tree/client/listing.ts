import { proxy } from 'valtio'
import type { Item } from '../contract.ts'
import { createFreshRows } from './fresh-rows.ts'
import { createPageLoader, type Fetch, type ItemPage, pageSize } from './page-loader.ts'
import type { Ranges } from './ranges.ts'
import { createRows, type IndexedItem } from './rows.ts'

interface ListingState {
  /** Incremented with each change. The rows are kept outside of the proxy, because there may be 100,000. */
  version: number
  total: number
  /** `empty`: nothing loaded yet. */
  status: 'empty' | 'ready' | 'error'
  error: unknown
}

/**
 * The rows of one folder in one sort order, loaded sparsely: by cursor after a loaded row, by position elsewhere, so
 * that the scrollbar can jump anywhere.
 */
export const createListing = (fetch: Fetch) => {
  const state = proxy<ListingState>({ version: 0, total: 0, status: 'empty', error: null })
  const rows = createRows()
  const fresh = createFreshRows(rows)
  /** Number of local edits. A response to an earlier request is outdated. */
  let edits = 0
  /** Number of calls of `invalidate`. */
  let invalidations = 0
  /** `until` of the page that set the total. */
  let until: string | undefined
  /** Ids of rows that the server does not know yet. */
  const optimisticRows = new Set<string>()
  /** Settles when the server knows all rows; null when it does. */
  let settling: PromiseWithResolvers<void> | null = null
  /** Server id → id the row started with. A stable key keeps an open name editor mounted. */
  const firstIds = new Map<string, string>()

  const changed = (total = state.total) => {
    state.total = total
    state.version += 1
  }
  const put = (start: number, page: ItemPage) => {
    rows.setFrom(start, page.items)
    const { asOf } = page
    if (asOf !== undefined) for (const { id } of page.items) fresh.markFresh(id, asOf)
    if (page.next) rows.setCursor(start + page.items.length, page.next)
    state.status = 'ready'
    state.error = null
    until = page.until
    const end = start + page.items.length
    // The total of a page may lag behind its own rows. A page without rows may begin behind the last one.
    if (page.next) changed(Math.max(page.total, end + 1))
    else changed(page.items.length > 0 ? end : Math.min(page.total, end))
  }

  const insert = (placed: readonly IndexedItem[]) => {
    changed(state.total + rows.insertMany(placed, state.total))
  }

  /** Merges a fetched page: removes rows that it lacks and shifts the rows behind it. */
  const refresh = (start: number, page: ItemPage) => {
    const kept = Array.from(optimisticRows, rows.find).filter((item) => item !== undefined)
    const unchanged =
      state.status === 'ready' &&
      page.total === state.total &&
      page.items.every((item, offset) => rows.at(start + offset)?.id === item.id)
    if (!unchanged) {
      // Later rows stay, shifted, until they are fetched again: stale rows are better than none.
      const shift = state.status === 'ready' ? page.total - state.total : 0
      const end = start + page.items.length
      const fetched = new Set(page.items.map(({ id }) => id))
      rows.remap((index, item) => {
        if (fetched.has(item.id) || optimisticRows.has(item.id)) return null
        if (index < start) return index
        // The page is the last one, or has these rows in their place.
        return !page.next || index + shift < end ? null : index + shift
      })
    }
    put(start, page)
    // The newest is the first.
    insert(kept.reverse().map((item, index) => ({ index, item })))
  }

  const fail = (error: unknown): void => {
    state.error = error
    state.status = 'error'
  }
  /** A change that is told while a page is on its way may be missing in it. */
  const read: Fetch = async (where) => {
    const asOf = fresh.changes()
    return { ...(await fetch(where)), asOf }
  }
  const loader = createPageLoader({ fetch: read, rows, total: () => state.total, onPage: put, onError: fail })

  /** Discards pages that are on their way: they were read for other positions, or lack the edit. */
  const edited = () => {
    edits += 1
    loader.discard()
  }
  const settle = (id: string) => {
    optimisticRows.delete(id)
    if (optimisticRows.size > 0) return
    settling?.resolve()
    settling = null
  }

  const removeRows = (ids: ReadonlySet<string>, unloaded: Ranges): IndexedItem[] => {
    const { removed, count } = rows.remove(ids, unloaded)
    changed(state.total - count)
    return removed
  }

  return {
    state,
    at: rows.at,
    /** Whether the row is loaded and no other client can have changed it since. */
    isFresh: fresh.isFresh,
    /** Whether all rows of [from, to) are loaded and not stale. */
    allFresh: fresh.allFresh,
    /** Marks all rows as stale after a change by another client. They stay visible until `refetchStale`. */
    markStale: (): void => {
      fresh.markStale()
      state.version += 1
    },
    indexOf: rows.indexOf,
    find: rows.find,
    /** Stable React key of an item's row. */
    keyOf: (id: string): string => firstIds.get(id) ?? id,
    /** Loaded rows in order. */
    known: rows.known,
    /** `until` of a selection of the counted items, without later ones. */
    until: (): string | undefined => until,
    /** Number of local edits so far. */
    edits: (): number => edits,
    complete: (): boolean => state.status === 'ready' && rows.count() === state.total,
    /** Number of changes by other clients so far, for `asOf` of a page that is requested now. */
    asOf: fresh.changes,
    read,
    put,
    /** Puts a page where it begins by its own account. It is read again when own edits moved the rows meanwhile. */
    putAround: async (readPage: () => Promise<ItemPage & { from: number }>): Promise<void> => {
      let [before, asOf] = [edits, 0]
      let page: ItemPage & { from: number }
      do {
        if (settling) await settling.promise
        before = edits
        asOf = fresh.changes()
        page = await readPage()
      } while (before !== edits)
      put(page.from, { ...page, asOf })
    },
    refresh,
    /**
     * Loads the missing rows of [from, to), again when own edits discarded a page. Waits while the server does not know all
     * rows, because its positions are others then. Rejects with the API error. After `invalidate` the caller asks again.
     */
    ensure: async (from: number, to: number): Promise<void> => {
      const startedAt = invalidations
      let before: number
      do {
        if (settling) await settling.promise
        before = edits
        await loader.ensure(from, to)
      } while (before !== edits && startedAt === invalidations)
    },
    /** Fetches the pages of [from, to) again. */
    revalidate: async (from = 0, to = 1): Promise<void> => {
      const first = Math.floor(from / pageSize)
      // The listing may have become shorter than `to`.
      for (let page = first; page === first || page * pageSize < Math.min(to, state.total); page += 1) {
        const startedAt = invalidations
        try {
          let before: number
          let answer: ItemPage
          do {
            before = edits
            answer = await read({ at: page * pageSize })
            if (startedAt !== invalidations) return
          } while (before !== edits)
          refresh(page * pageSize, answer)
        } catch (error) {
          if (state.status === 'empty') fail(error)
          throw error
        }
      }
    },
    fail,
    /** Fetches the stale pages of [from, to) again. False when a local edit outdated a response. */
    refetchStale: async (from: number, to: number, wrap: (apply: () => void) => void): Promise<boolean> => {
      if (optimisticRows.size > 0) return false
      const first = Math.floor(from / pageSize) * pageSize
      for (let start = first; start === first || start < Math.min(to, state.total); start += pageSize) {
        if (fresh.allFresh(Math.max(from, start), Math.min(to, state.total, start + pageSize))) continue
        const [startedAt, before] = [invalidations, edits]
        const answer = await read({ at: start })
        if (startedAt !== invalidations || before !== edits) return false
        wrap(() => refresh(start, answer))
      }
      return true
    },
    /** Discards responses that are still pending, because the rows have changed. */
    invalidate: (): void => {
      invalidations += 1
      loader.discard()
    },
    /** Shows an item as the server has sent it. */
    replace: (item: Item): void => {
      if (rows.replace(item.id, item)) changed()
    },
    /** Shows an own change of an item, which responses to earlier requests lack. */
    edit: (item: Item): void => {
      edited()
      if (rows.replace(item.id, item)) changed()
    },
    /** Replaces an optimistic row by the item that the server created. */
    replaceId: (id: string, item: Item): void => {
      edited()
      settle(id)
      firstIds.set(item.id, id)
      // A page fetched meanwhile may contain the item already.
      if (rows.indexOf(item.id) >= 0) removeRows(new Set([item.id]), [])
      if (rows.replace(id, item)) changed()
      const { created_at } = item.attributes
      if (until !== undefined && until < created_at) until = created_at
    },
    insert: (placed: readonly IndexedItem[]): void => {
      edited()
      state.status = 'ready'
      insert(placed)
    },
    /** Inserts an optimistic row at the top. `replaceId` or `remove` ends its optimistic state. */
    insertOptimistic: (item: Item): void => {
      edited()
      optimisticRows.add(item.id)
      settling ??= Promise.withResolvers()
      state.status = 'ready'
      insert([{ index: 0, item }])
    },
    /** Removes loaded rows by id and unloaded ones by range. Returns the loaded ones with their indexes. */
    remove: (ids: ReadonlySet<string>, unloaded: Ranges = []): IndexedItem[] => {
      edited()
      for (const id of ids) settle(id)
      return removeRows(ids, unloaded)
    },
    /** Removes all rows except these. */
    keepOnly: (ids: ReadonlySet<string>): void => {
      edited()
      const kept = rows.known().filter(({ item }) => ids.has(item.id))
      const indexes = new Map(kept.map(({ item }, index) => [item.id, index]))
      rows.remap((_, { id }) => indexes.get(id) ?? null)
      changed(kept.length)
    },
  }
}

export type ListingStore = ReturnType<typeof createListing>
