import { proxy } from 'valtio'
import { expandListing, type Item, type Listing } from '../../storage/contract.ts'
import {
  createListing,
  createSelection,
  type ItemPage,
  type ListingStore,
  listingSource,
  type SelectionStore,
  type ViewerSource,
} from '../../storage/ui.ts'
import { call } from '../../web/ui.ts'
import { rowsPerPage, visitorBrowse } from '../contract.ts'
import type { FolderPageData } from '../pages/share/files/+data.ts'
import { createEditorDialogs, type EditorDialogs } from './editor-dialogs.store.ts'
import { reloadIfClosed } from './link-errors.ts'
import type { ShareEditorActions } from './share-editor.actions.ts'

interface FolderState {
  /** Position of the first rendered row: the page's first, or the last page's once this one has no rows left. */
  from: number
  /** Rows before this position are rendered. */
  end: number
  loading: boolean
  failed: boolean
  /** The editor's actions, once their code is loaded. */
  actions: ShareEditorActions | null
  /** Rows can be selected: the code for it is loaded. */
  selectable: boolean
}

/** The folder of a link that the page shows. */
export interface SharedFolderStore {
  id: string
  state: FolderState
  listing: ListingStore
  selection: SelectionStore
  dialogs: EditorDialogs
  /** Its rows for the viewer. */
  source: ViewerSource
  /** Shows the next rows; the last page when changes have left none here. */
  more(): void
  /**
   * Reads no rows before the calls have ended, for 30 seconds at most: their effect is shown already, and a page read
   * meanwhile would lack it.
   */
  readAfter<T>(calls: Promise<T>): Promise<T>
  /** Loads the rendered rows again: a new one may be anywhere among them. */
  refresh(): Promise<void>
  /** Number of requests of a refresh. */
  pages(): number
}

/** Rows of a page of the API, as `createListing` asks for them. */
const apiPageRows = 100

/** Rows of one folder of a link in one order: the first ones are the page's, later ones are read by cursor. */
export const createSharedFolder = ({ visit, listing: compact, show }: FolderPageData): SharedFolderStore => {
  const first = expandListing(compact)
  const { token } = visit.share.attributes
  const id = first.meta.root?.data.id ?? ''
  const start = first.meta.paginate.from ?? 0
  const { field: sort, direction } = show.sorting
  const pageOf = (listing: Listing): ItemPage & { from: number } => ({
    items: listing.data.map(({ data }): Item => data),
    total: listing.meta.paginate.total,
    next: listing.meta.paginate.nextCursor,
    from: listing.meta.paginate.from ?? 0,
    ...(listing.meta.until && { until: listing.meta.until }),
  })
  let calls: Promise<unknown> | undefined
  const fetch = async (where: object) => {
    await calls
    const query = { sort, direction, per_page: apiPageRows, ...where }
    try {
      return pageOf(await call(visitorBrowse, { params: { id, token }, query }))
    } catch (error) {
      reloadIfClosed(error, { around: 'around' in where })
      throw error
    }
  }
  const listing = createListing(fetch)
  listing.put(start, pageOf(first))
  const state = proxy<FolderState>({
    from: start,
    end: start + rowsPerPage,
    loading: false,
    failed: false,
    actions: null,
    selectable: false,
  })
  const selection = createSelection({
    idAt: (index) => listing.at(index)?.id,
    total: () => listing.state.total,
    first: () => state.from,
  })
  return {
    id,
    state,
    listing,
    selection,
    dialogs: createEditorDialogs(),
    source: listingSource(listing, (around) => listing.putAround(() => fetch({ around }))),
    more() {
      const { total } = listing.state
      const last = total - 1
      const from = Math.min(state.from, last - (last % rowsPerPage))
      if (state.loading || (from === state.from && state.end >= total)) return
      Object.assign(state, { loading: true, failed: false })
      const end = state.end + 2 * rowsPerPage
      // From the first row on: later rows have moved up into the place of rows that were removed here.
      listing
        .ensure(from, end)
        .then(() => {
          Object.assign(state, { from, end })
        })
        .catch(() => {
          state.failed = true
        })
        .finally(() => {
          state.loading = false
        })
    },
    readAfter(more) {
      // A call that changes something has no timeout, and may hang with its connection.
      const timeout = new Promise((resolve) => setTimeout(resolve, 30_000))
      calls = Promise.race([Promise.allSettled([calls, more]), timeout])
      return more
    },
    async refresh() {
      await listing.revalidate(state.from, state.end)
      await listing.ensure(state.from, state.end)
      selection.retainLoaded((id) => listing.indexOf(id) >= 0, listing.complete())
    },
    pages: () => Math.ceil(state.end / apiPageRows) - Math.floor(state.from / apiPageRows),
  }
}
