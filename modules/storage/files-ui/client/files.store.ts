import { proxy, ref } from 'valtio'
import type { Item, ListSorting, ParentRef } from '../../tree/contract.ts'
import { createListing, createSelection, pageSize, type SectionLocation, sameLocation } from '../../tree/ui.ts'
import type { FilesApi } from './files.api.ts'
import { type FolderView, type FolderViewData, hasFixedOrder, isStale } from './folder-view.ts'
import { invalidatePages, recordPageRequest } from './page-requests.ts'
import { preserveScroll } from './preserve-scroll.ts'

interface FilesState {
  folderView: FolderView
  /** Id of the item whose name is being edited. */
  renaming: string | null
  /** Row that the list is to scroll to and focus; reset when it has. */
  revealed: number | null
}

interface FilesStoreDeps {
  api: FilesApi
  /** Sort order of a location. */
  sortingOf: (location: SectionLocation) => ListSorting
  /** Called with every listing error; a 401 redirects to sign-in. */
  onError: (error: unknown) => void
  /** Called when stale rows are about to be shown. */
  onStale?: () => void
  /** Called before another location is shown. */
  onLeave?: () => void
  /** Resolves when no call is running whose effect is already shown; null without one. */
  idle?: () => Promise<void> | null
}

/** The API's error for a folder that does not exist. */
const notFoundError = { status: 404, code: 'item-not-found' }
const maxCachedViews = 30
/** Delay after which a page that has not arrived is no longer waited for. */
const latePageMs = 5_000
/** A page that arrives within this time after an action may have been read before it. */
const lateResponseMs = 2_000
const keyOf = ({ section, id }: SectionLocation, { field, direction }: ListSorting) =>
  hasFixedOrder(section) ? section : `${section}/${id ?? ''}/${field}/${direction}`

/**
 * State of the files screens. Listings stay cached when left, so that going back restores rows, scroll position and
 * selection at once; each visit revalidates them. One per app, because a module-level one would be shared during SSR.
 */
export const createFiles = (
  { api, sortingOf, onError, onStale, onLeave, idle }: FilesStoreDeps,
  initial: FolderViewData,
) => {
  const cache = new Map<string, FolderView>()

  const make = (location: SectionLocation, sorting: ListSorting): FolderView => {
    const listing = createListing(async (where) => {
      const page = await api.page(location, sorting, where, pageSize)
      if (page.root) Object.assign(folderView, { root: page.root, path: page.path })
      return page
    })
    const selection = createSelection({
      idAt: (index) => listing.at(index)?.id,
      total: () => listing.state.total,
    })
    const folderView: FolderView = ref({
      location,
      sorting,
      root: null,
      path: [],
      listing,
      selection,
      fetchedAt: 0,
      requested: { edits: 0, asOf: 0 },
      changedAt: 0,
      scrollTop: 0,
      shown: { first: 0, end: 0, lead: 0 },
      moved: null,
    })
    return folderView
  }
  /** Never the open view, which prefetched folders make the oldest: actions and changes reach cached views only. */
  const evictOldest = () => {
    const oldest = Array.from(cache).find(([, folderView]) => folderView !== state.folderView)
    if (oldest) cache.delete(oldest[0])
  }
  const findOrCreate = (location: SectionLocation, sorting: ListSorting): FolderView => {
    const key = keyOf(location, sorting)
    const folderView = cache.get(key) ?? make(location, sorting)
    cache.delete(key)
    cache.set(key, folderView)
    if (cache.size > maxCachedViews) evictOldest()
    return folderView
  }
  /** `rest`: whether the later rows become stale, after own changes that may be anywhere in the listing. */
  const fetchFirst = async (folderView: FolderView, rest: 'kept' | 'stale' = 'kept'): Promise<void> => {
    const { listing } = folderView
    folderView.fetchedAt = Date.now()
    try {
      // A page that is read before the effect of a running call would take it back.
      const calls = listing.state.status === 'ready' && idle?.()
      if (calls) await calls
      const edits = listing.edits()
      const page = await listing.read({ at: 0 })
      if (edits !== listing.edits()) return await fetchFirst(folderView, rest)
      // Only with the page, and not before: it would be fetched twice.
      const isLatest = page.asOf === listing.asOf()
      if (rest === 'stale') listing.markStale()
      preserveScroll(folderView, () => listing.refresh(0, isLatest ? { ...page, asOf: listing.asOf() } : page))
    } catch (error) {
      if (listing.state.status === 'empty') {
        listing.state.error = error
        listing.state.status = 'error'
      }
      throw error
    }
  }
  /** Fetches a view after own changes: its first page now, the shown rows of later pages with the next live refresh. */
  const fetchChanged = async (folderView: FolderView): Promise<void> => {
    invalidatePages(cache.values())
    await fetchFirst(folderView, 'stale')
    onStale?.()
  }
  const applyPage = (data: FolderViewData): FolderView => {
    const folderView = findOrCreate(data.location, data.sorting)
    const { paginate, root, path, until } = data.listing.meta
    const isOutdated = folderView.requested.edits !== folderView.listing.edits()
    if (!isOutdated || !folderView.root) Object.assign(folderView, { root: root?.data ?? null, path })
    if (isOutdated) {
      fetchFirst(folderView).catch(onError)
      return folderView
    }
    folderView.fetchedAt = Date.now()
    if (data.notFound) {
      folderView.listing.fail(notFoundError)
      return folderView
    }
    const page = {
      items: data.listing.data.map(({ data }) => data),
      total: paginate.total,
      next: paginate.nextCursor,
      ...(until && { until }),
      asOf: folderView.requested.asOf,
    }
    preserveScroll(folderView, () => folderView.listing.refresh(0, page))
    return folderView
  }

  const state = proxy<FilesState>({ folderView: applyPage(initial), renaming: null, revealed: null })
  const show = (folderView: FolderView) => {
    if (state.folderView === folderView) return
    if (!sameLocation(state.folderView.location, folderView.location)) onLeave?.()
    state.renaming = null
    state.folderView = folderView
  }
  let changed: { at: number; from: FolderView | null } = { at: 0, from: null }
  const evictWhere = (touched: (folderView: FolderView) => boolean) => {
    for (const [key, folderView] of cache) if (folderView !== state.folderView && touched(folderView)) cache.delete(key)
  }

  /** Shows a location at once, from the cache or as a skeleton, while its page loads. Null: it is shown already. */
  const visit = (location: SectionLocation): FolderView | null => {
    if (sameLocation(state.folderView.location, location)) return null
    const next = findOrCreate(location, sortingOf(location))
    show(next)
    // A page that does not arrive: its listing is fetched by itself, which ends with an error in the worst case.
    const isMissing = () => state.folderView === next && next.listing.state.status === 'empty'
    if (isMissing()) setTimeout(() => isMissing() && fetchFirst(next).catch(onError), latePageMs)
    return next
  }

  return {
    state,
    /** Text in the open name field, which may be mounted again when rows move. */
    draft: null as { id: string; name: string } | null,
    current: (): FolderView => state.folderView,
    /** Call when the router asks for a page. */
    pageRequested: (): void => recordPageRequest([...cache.values()], Boolean(idle?.())),
    /** Call when an own call that changes items has ended. */
    callEnded: (): void => invalidatePages(cache.values()),
    /** Takes the data of the page that the router has loaded. */
    showPage: (data: FolderViewData): void => {
      const { folderView } = state
      const reordered =
        sameLocation(folderView.location, data.location) &&
        keyOf(data.location, data.sorting) !== keyOf(folderView.location, folderView.sorting)
      const arrived = applyPage(data)
      // The user sorted again while the page loaded; the newer order wins.
      if (reordered) {
        if (folderView.fetchedAt === 0) fetchFirst(folderView).catch(onError)
        return
      }
      show(arrived)
      // The page may have been read before a change that was confirmed or told while it loaded.
      const ownChangeAt = changed.from === state.folderView ? 0 : changed.at
      const isLate = Date.now() - Math.max(ownChangeAt, arrived.changedAt) < lateResponseMs
      if (isLate) fetchFirst(state.folderView).catch(onError)
    },
    /** Opens a location while its page loads. A selection left by an earlier visit could be deleted by a key by mistake. */
    preview: (location: SectionLocation, hint?: { root: Item | null; path: ParentRef[] }): void => {
      const next = visit(location)
      next?.selection.clear()
      if (hint && next?.path.length === 0) Object.assign(next, hint)
    },
    /** Returns to a location of the history: as it was left, with its selection. */
    revisit: (location: SectionLocation): void => void visit(location),
    /** Fetches a folder that will probably be opened next. */
    prefetch: (location: SectionLocation): void => {
      const folderView = findOrCreate(location, sortingOf(location))
      if (isStale(folderView)) fetchFirst(folderView).catch(() => undefined)
    },
    /** Switches the sort order, from the cache or by a fetch. */
    sort: (sorting: ListSorting): void => {
      const { location, root, path } = state.folderView
      const next = findOrCreate(location, sorting)
      Object.assign(next, { root, path, scrollTop: 0 })
      show(next)
      fetchFirst(next).catch(onError)
    },
    /** Fetches the first page unless that was done just now. */
    refreshIfOld: (): void => {
      if (isStale(state.folderView)) fetchFirst(state.folderView).catch(onError)
    },
    /** Shows items added or changed here. It begins with the first page, where most of them are. */
    refreshTop: (folderView = state.folderView): Promise<void> => fetchChanged(folderView).catch(onError),
    /** After a lost response: shows the call's changes. Silent when this fails too: the caller reports the call's error. */
    refreshQuietly: (folderView = state.folderView): Promise<void> => fetchChanged(folderView).catch(() => undefined),
    /** Selects items in the open folder or list and shows the first of them, wherever it is in the list. */
    reveal: async (parent: SectionLocation, ids: readonly string[]): Promise<void> => {
      const { folderView } = state
      const { location, sorting, listing, selection } = folderView
      const [first] = ids
      if (!first || !sameLocation(location, parent)) return
      await fetchChanged(folderView)
      if (listing.indexOf(first) < 0)
        await listing.putAround(() => api.page(location, sorting, { around: first }, pageSize))
      const shown = ids.filter((id) => listing.indexOf(id) >= 0)
      const index = listing.indexOf(first)
      if (state.folderView !== folderView || index < 0) return
      selection.restore({ kind: 'some', ids: new Set(shown), unloaded: [] }, index)
      state.revealed = index
    },
    retry: (): void => {
      fetchChanged(state.folderView).catch(onError)
    },
    /** Loads the rows that are about to be shown. */
    loadRows: (from: number, to: number): void => {
      const { listing, selection } = state.folderView
      listing
        .ensure(from, to)
        .then(() => {
          selection.resolveRange(from, to)
          if (!listing.allFresh(from, to)) onStale?.()
        })
        .catch(onError)
    },
    all: (): FolderView[] => Array.from(cache.values()),
    /**
     * An action that began in `from` has ended. A location opened meanwhile may show older rows, so it is fetched
     * again.
     */
    actionFinished: (from: FolderView): void => {
      changed = { at: Date.now(), from }
      if (state.folderView !== from) fetchChanged(state.folderView).catch(onError)
    },
    /** Another client changed something in these views. Their rows stay until they are fetched again. */
    markStale: (touched: (folderView: FolderView) => boolean): void => {
      for (const folderView of cache.values()) {
        if (!touched(folderView)) continue
        folderView.fetchedAt = 0
        folderView.changedAt = Date.now()
        folderView.listing.markStale()
      }
    },
    /** Evicts cached views of a location, except the open one. */
    evict: (location: SectionLocation): void => evictWhere((folderView) => sameLocation(folderView.location, location)),
    evictSection: (section: SectionLocation['section']): void =>
      evictWhere(({ location }) => location.section === section),
  }
}

export type FilesStore = ReturnType<typeof createFiles>
