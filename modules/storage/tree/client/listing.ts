import { proxy } from 'valtio'
import type { Item } from '../contract.ts'
import type { Ranges } from './ranges.ts'
import { createRows, type Placed } from './rows.ts'

export type { Placed } from './rows.ts'

/** Rows asked for at once. */
export const pageSize = 100
/** More rows than this are not waited for by somebody who looks: they are fetched one page after the other. */
const screenful = 2 * pageSize

export interface Page {
  items: readonly Item[]
  total: number
  /** Keyset cursor of what follows; null at the end. */
  next: string | null
}
export type Fetch = (where: { cursor: string } | { at: number }) => Promise<Page>

export interface ListingState {
  /** Grows with each change of the rows, which are kept outside of the proxy: there may be 100,000 of them. */
  version: number
  total: number
  /** `empty`: nothing known yet. */
  status: 'empty' | 'ready' | 'error'
  error: unknown
}

/**
 * The rows of one folder in one order, as far as they are known: sparse, filled by cursor where the row before is known
 * and by position elsewhere, so that the scrollbar can be dragged anywhere.
 */
export const createListing = (fetch: Fetch) => {
  const state = proxy<ListingState>({ version: 0, total: 0, status: 'empty', error: null })
  const rows = createRows()
  let pending = new Map<number, Promise<void>>()
  let generation = 0
  /** Changes made here, not heard from the server: an answer begun before one of them is out of date. */
  let edits = 0
  /** Rows the server does not know yet. */
  const drafts = new Set<string>()
  /** Ids of the rows that were fetched since somebody else changed something; null: nobody did. */
  let sure: Set<string> | null = null
  /** Real id → the id its row began with: an open editor must not be made anew. */
  const firstIds = new Map<string, string>()

  const changed = (total = state.total) => {
    state.total = total
    state.version += 1
  }
  const put = (start: number, page: Page) => {
    rows.place(start, page.items)
    for (const { id } of page.items) sure?.add(id)
    if (page.next) rows.noteCursor(start + page.items.length, page.next)
    state.status = 'ready'
    state.error = null
    // An empty page may tell less than the rows in hand.
    changed(page.next ? Math.max(page.total, start + page.items.length + 1) : start + page.items.length)
  }

  const insertOne = ({ index, item }: Placed) => {
    if (rows.indexOf(item.id) >= 0) return
    rows.insert(Math.min(index, state.total), item)
    state.total += 1
  }

  /** Takes a fresh page in: what it no longer holds is gone, what lies behind it moves along. */
  const refresh = (start: number, page: Page) => {
    const kept = Array.from(drafts, rows.find).filter((item) => item !== undefined)
    const same =
      state.status === 'ready' &&
      page.total === state.total &&
      page.items.every((item, offset) => rows.at(start + offset)?.id === item.id)
    if (!same) {
      // Rows further down stay, moved, until they are fetched again: stale is better than blank.
      const shift = state.status === 'ready' ? page.total - state.total : 0
      const end = start + page.items.length
      const fresh = new Set(page.items.map(({ id }) => id))
      rows.rearrange((index, item) => {
        const moved = index < start ? index : index + shift
        const replaced = fresh.has(item.id) || (moved >= start && moved < end)
        return replaced || moved < 0 || drafts.has(item.id) || !page.next ? null : moved
      })
    }
    put(start, page)
    for (const item of kept) insertOne({ index: 0, item })
  }

  const isSure = (index: number): boolean => {
    const item = rows.at(index)
    return item !== undefined && (sure === null || sure.has(item.id))
  }
  /** False for no rows at all: whether there are any now is to be asked. */
  const allSure = (from: number, to: number): boolean => {
    for (let index = from; index < to; index += 1) if (!isSure(index)) return false
    return from < to
  }

  const load = (index: number): Promise<void> => {
    const cursor = rows.cursorAt(index)
    const start = cursor ? index : Math.floor(index / pageSize) * pageSize
    const running = pending.get(start)
    if (running) return running
    const born = generation
    const work = fetch(cursor ? { cursor } : { at: start })
      .then((page) => {
        if (born === generation) put(start, page)
      })
      .catch((error: unknown) => {
        if (born !== generation) return
        state.error = error
        state.status = 'error'
        throw error
      })
      .finally(() => {
        if (pending.get(start) === work) pending.delete(start)
      })
    pending.set(start, work)
    return work
  }

  const takeOut = (ids: ReadonlySet<string>, unloaded: Ranges): Placed[] => {
    const { taken, count } = rows.takeOut(ids, unloaded)
    changed(state.total - count)
    return taken
  }

  return {
    state,
    at: rows.at,
    /** The row is known, and nobody else can have changed it since it was fetched. */
    sure: isSure,
    /** No row of [from, to) is unknown or in doubt. */
    allSure,
    /** Somebody else changed something here: rows are shown as they are until `confirm` has fetched them again. */
    doubt: (): void => {
      sure = new Set()
      state.version += 1
    },
    indexOf: rows.indexOf,
    find: rows.find,
    /** What the row of this item is called for as long as it lives. */
    keyOf: (id: string): string => firstIds.get(id) ?? id,
    /** Known rows in their order. */
    known: rows.known,
    /** Grows with each change made here. */
    edits: (): number => edits,
    complete: (): boolean => state.status === 'ready' && rows.count() === state.total,
    put,
    refresh,
    /** Loads what is missing of [from, to). Rejects with the refusal. */
    ensure: async (from: number, to: number): Promise<void> => {
      const end = Math.min(to, state.total)
      const born = generation
      if (end - from <= screenful) {
        // What is about to be seen may begin in one page and end in the next.
        const missing = Array.from({ length: Math.max(0, end - from) }, (_, at) => from + at).filter(
          (at) => !rows.has(at),
        )
        const ofEachPage = new Map(missing.toReversed().map((at) => [Math.floor(at / pageSize), at]))
        await Promise.all(Array.from(ofEachPage.values(), load))
        // The rows have changed under the answers: who looks will ask again.
        if (born !== generation) return
      }
      for (let index = from; index < end; index += 1) {
        if (rows.has(index)) continue
        await load(index)
        if (!rows.has(index)) return
      }
    },
    /** Fetches the pages of [from, to) anew. */
    revalidate: async (from = 0, to = 1): Promise<void> => {
      const first = Math.floor(from / pageSize)
      const last = Math.floor(Math.max(from, to - 1) / pageSize)
      for (let page = first; page <= last; page += 1) {
        const born = generation
        try {
          const answer = await fetch({ at: page * pageSize })
          if (born !== generation) return
          refresh(page * pageSize, answer)
        } catch (error) {
          if (state.status === 'empty') {
            state.status = 'error'
            state.error = error
          }
          throw error
        }
      }
    },
    fail: (error: unknown): void => {
      state.error = error
      state.status = 'error'
    },
    /** Fetches again what of [from, to) is in doubt. False when a change made here meanwhile makes the answers worthless. */
    confirm: async (from: number, to: number, around: (apply: () => void) => void): Promise<boolean> => {
      if (drafts.size > 0) return false
      const first = Math.floor(from / pageSize) * pageSize
      for (let start = first; start === first || start < Math.min(to, state.total); start += pageSize) {
        if (allSure(Math.max(from, start), Math.min(to, state.total, start + pageSize))) continue
        const [born, before] = [generation, edits]
        const answer = await fetch({ at: start })
        if (born !== generation || before !== edits) return false
        around(() => refresh(start, answer))
      }
      return true
    },
    /** Answers that are on their way no longer count: the rows have changed under them. */
    outdate: () => {
      generation += 1
      pending = new Map()
    },
    replace: (item: Item): void => {
      if (rows.exchange(item.id, item)) changed()
    },
    /** The row of `id` becomes another item: a provisional folder gets its real id. */
    swap: (id: string, item: Item): void => {
      edits += 1
      drafts.delete(id)
      firstIds.set(item.id, id)
      // A listing fetched in between may hold the real one already.
      if (rows.indexOf(item.id) >= 0) takeOut(new Set([item.id]), [])
      if (rows.exchange(id, item)) changed()
    },
    insert: (placed: readonly Placed[]): void => {
      edits += 1
      for (const one of [...placed].sort((a, b) => a.index - b.index)) insertOne(one)
      state.status = 'ready'
      changed()
    },
    /** A row at the top that the server will know soon; `swap` or `remove` ends its waiting. */
    insertDraft: (item: Item): void => {
      edits += 1
      drafts.add(item.id)
      insertOne({ index: 0, item })
      state.status = 'ready'
      changed()
    },
    /** Takes rows out: known ones by id, never loaded ones by range. Returns the known ones with their places. */
    remove: (ids: ReadonlySet<string>, unloaded: Ranges = []): Placed[] => {
      edits += 1
      for (const id of ids) drafts.delete(id)
      return takeOut(ids, unloaded)
    },
    /** Only these stay; everything else, known or not, is gone. */
    keepOnly: (ids: ReadonlySet<string>): void => {
      edits += 1
      const kept = rows.known().filter(({ item }) => ids.has(item.id))
      const places = new Map(kept.map(({ item }, place) => [item.id, place]))
      rows.rearrange((_, { id }) => places.get(id) ?? null)
      changed(kept.length)
    },
  }
}

export type ListingStore = ReturnType<typeof createListing>
