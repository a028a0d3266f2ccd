import { proxy, ref } from 'valtio'
import type { Sorting } from '../../../shared/contract.ts'
import type { Item, Listing, ParentRef } from '../../tree/contract.ts'
import {
  createListing,
  createSelection,
  isGathered,
  type ListingStore,
  type Place,
  pageSize,
  type SelectionStore,
  samePlace,
} from '../../tree/ui.ts'
import type { StorageApi } from './storage.api.ts'

/** What a page's data says about its place. */
export interface PlaceData {
  place: Place
  sorting: Sorting
  listing: Listing
}

/** One folder in one order, as it was last seen: rows, selection, scroll position. */
export interface Opened {
  place: Place
  sorting: Sorting
  root: Item | null
  path: ParentRef[]
  listing: ListingStore
  selection: SelectionStore
  scrollTop: number
  /** Rows on screen, and the first of them that is not scrolled away. */
  shown: { first: number; end: number; lead: number }
  /** The row that was `from` has moved to `to`; the scroll position follows it before the next paint. */
  moved: { from: number; to: number } | null
  /** When the first page was fetched, ms. */
  fetchedAt: number
  /** `edits` of the listing when its page was asked for; null: not asked for. */
  askedAt: number | null
}

export interface FilesState {
  opened: Opened
  /** Id of the item whose name is being edited. */
  renaming: string | null
}

export interface FilesDeps {
  api: StorageApi
  /** The order a place is shown in. */
  sortingOf: (place: Place) => Sorting
  /** Asked about every refusal of a listing (401 leaves for the sign-in page). */
  refused: (error: unknown) => void
  /** Rows about to be seen may have been changed by somebody else. */
  doubted?: () => void
  /** Another place is about to be shown. */
  left?: () => void
}

const kept = 30
const fresh = 10_000
/** ms in which a page may arrive that is older than a change. */
const overtaken = 2_000
const keyOf = ({ view, id }: Place, { field, direction }: Sorting) =>
  isGathered(view) ? view : `${view}/${id ?? ''}/${field}/${direction}`

/**
 * What the files screens show. Listings stay in memory when left, so that going back is instant and finds scroll and
 * selection; each visit fetches them again behind the scenes. One per app instance, never one per module.
 */
export const createFiles = ({ api, sortingOf, refused, doubted, left }: FilesDeps, initial: PlaceData) => {
  const cache = new Map<string, Opened>()

  const make = (place: Place, sorting: Sorting): Opened => {
    const listing = createListing(async (where) => {
      const page = await api.page(place, sorting, where, pageSize)
      if (page.root) Object.assign(opened, { root: page.root, path: page.path })
      return page
    })
    const selection = createSelection({
      idAt: (index) => listing.at(index)?.id,
      total: () => listing.state.total,
    })
    const opened: Opened = ref({
      ...{ place, sorting, root: null, path: [], listing, selection, fetchedAt: 0, askedAt: null },
      ...{ scrollTop: 0, shown: { first: 0, end: 0, lead: 0 }, moved: null },
    })
    return opened
  }
  const lookUp = (place: Place, sorting: Sorting): Opened => {
    const key = keyOf(place, sorting)
    const known = cache.get(key) ?? make(place, sorting)
    cache.delete(key)
    cache.set(key, known)
    const [oldest] = cache.keys()
    if (cache.size > kept && oldest) cache.delete(oldest)
    return known
  }
  const fetchFirst = async (opened: Opened): Promise<void> => {
    const { place, sorting, listing } = opened
    const edits = listing.edits()
    opened.fetchedAt = Date.now()
    try {
      const page = await api.page(place, sorting, { at: 0 }, pageSize)
      if (edits !== listing.edits()) return fetchFirst(opened)
      Object.assign(opened, page.root ? { root: page.root, path: page.path } : {})
      listing.refresh(0, page)
    } catch (error) {
      if (listing.state.status === 'empty') {
        listing.state.error = error
        listing.state.status = 'error'
      }
      throw error
    }
  }
  const take = (data: PlaceData): Opened => {
    const opened = lookUp(data.place, data.sorting)
    const { paginate } = data.listing.meta
    opened.root = data.listing.meta.root?.data ?? null
    opened.path = data.listing.meta.path
    // What was changed here while the page was on its way, the page does not know.
    const outdated = opened.askedAt !== null && opened.askedAt !== opened.listing.edits()
    opened.askedAt = null
    if (outdated) {
      fetchFirst(opened).catch(refused)
      return opened
    }
    opened.fetchedAt = Date.now()
    opened.listing.refresh(0, {
      items: data.listing.data.map(({ data }) => data),
      total: paginate.total,
      next: paginate.nextCursor,
    })
    return opened
  }

  const state = proxy<FilesState>({ opened: take(initial), renaming: null })
  const show = (opened: Opened) => {
    if (state.opened === opened) return
    if (!samePlace(state.opened.place, opened.place)) left?.()
    state.renaming = null
    state.opened = opened
  }
  let changed: { at: number; from: Opened | null } = { at: 0, from: null }
  const forgetThose = (touched: (opened: Opened) => boolean) => {
    for (const [key, opened] of cache) if (opened !== state.opened && touched(opened)) cache.delete(key)
  }

  return {
    state,
    current: (): Opened => state.opened,
    /** Data of the page that has just been navigated to. */
    arrive: (data: PlaceData): void => {
      const { opened } = state
      const reordered =
        samePlace(opened.place, data.place) && keyOf(data.place, data.sorting) !== keyOf(opened.place, opened.sorting)
      const arrived = take(data)
      // Another order was chosen while the page was on its way: that is the one wanted.
      if (reordered) {
        if (opened.fetchedAt === 0) fetchFirst(opened).catch(refused)
        return
      }
      show(arrived)
      // It may have been read before a change that was answered while it was on its way.
      const late = changed.from !== state.opened && Date.now() - changed.at < overtaken
      if (late) fetchFirst(state.opened).catch(refused)
    },
    /** Shows a place at once, from memory or as a skeleton, while its page is on the way. */
    preview: (place: Place, hint?: { root: Item | null; path: ParentRef[] }): void => {
      const { opened } = state
      if (samePlace(opened.place, place)) return
      const next = lookUp(place, sortingOf(place))
      if (hint && next.path.length === 0) Object.assign(next, hint)
      next.askedAt = next.listing.edits()
      show(next)
    },
    /** Fetches a folder that will probably be opened. */
    prefetch: (place: Place): void => {
      const opened = lookUp(place, sortingOf(place))
      if (Date.now() - opened.fetchedAt > fresh) fetchFirst(opened).catch(() => undefined)
    },
    /** Another order: shown from memory or fetched. */
    sort: (sorting: Sorting): void => {
      const { place, root, path } = state.opened
      const next = lookUp(place, sorting)
      Object.assign(next, { root, path, scrollTop: 0 })
      show(next)
      fetchFirst(next).catch(refused)
    },
    /** Fetches what is on screen again. */
    refresh: (from = 0, to = 1): Promise<void> => {
      const { opened } = state
      opened.fetchedAt = Date.now()
      return opened.listing.revalidate(from, to).catch(refused)
    },
    /** The first page again, if it is not fresh. */
    refreshIfOld: (): void => {
      if (Date.now() - state.opened.fetchedAt > fresh) fetchFirst(state.opened).catch(refused)
    },
    /** Something was added: the first page again. */
    refreshTop: (): Promise<void> => fetchFirst(state.opened).catch(refused),
    retry: (): void => {
      fetchFirst(state.opened).catch(refused)
    },
    /** Loads the rows about to be seen. */
    need: (from: number, to: number): void => {
      const { listing, selection } = state.opened
      listing
        .ensure(from, to)
        .then(() => {
          selection.absorb(from, to)
          if (!listing.allSure(from, to)) doubted?.()
        })
        .catch(refused)
    },
    all: (): Opened[] => Array.from(cache.values()),
    /** A change that began in `from` is done: another place, opened meanwhile, may show what was before. */
    settle: (from: Opened): void => {
      changed = { at: Date.now(), from }
      if (state.opened !== from) fetchFirst(state.opened).catch(refused)
    },
    /** Somebody else changed something in these places: they are shown as they are until fetched again. */
    doubt: (touched: (opened: Opened) => boolean): void => {
      for (const opened of cache.values()) {
        if (!touched(opened)) continue
        opened.fetchedAt = 0
        opened.listing.doubt()
      }
    },
    /** Content changed elsewhere: fetched again when next seen. */
    forget: (place: Place): void => forgetThose((opened) => samePlace(opened.place, place)),
    forgetView: (view: Place['view']): void => forgetThose((opened) => opened.place.view === view),
  }
}

export type FilesStore = ReturnType<typeof createFiles>
