import type { Sorting } from '../../../shared/contract.ts'
import { getUser } from '../../../users/contract.ts'
import { call } from '../../../web/ui.ts'
import { listOperations, type Operation } from '../../operations/contract.ts'
import { type ThumbnailState, wantThumbnails } from '../../previews/contract.ts'
import {
  type Ancestor,
  browseFolder,
  browseLatest,
  browseSubfolders,
  browseTrash,
  changeViewSettings,
  type FolderLevel,
  type Item,
  type ListSorting,
  listFavorites,
  listViewSettings,
  type ParentRef,
  type Restriction,
  restrictionsOf,
  type StoredViews,
  showItem,
  type ViewChanges,
} from '../../tree/contract.ts'
import type { ItemPage } from '../../tree/ui.ts'
import { isExtensionSection, type SectionLocation } from '../../tree/ui.ts'
import { hasFixedOrder } from './folder-view.ts'
import { sortQueryOf } from './view-settings.ts'

export type PagePosition = { cursor: string } | { at: number } | { around: string }

/** The calls of the files screens; tests pass their own. All reject with `CallError`. The others are in item-calls.ts. */
export interface FilesApi {
  page(
    location: SectionLocation,
    sorting: ListSorting,
    where: PagePosition | { starting_with: string },
    size: number,
  ): Promise<ItemPage & { root: Item | null; path: ParentRef[]; from: number }>
  /** An active item and its ancestors, topmost first. */
  item(id: string, signal?: AbortSignal): Promise<{ item: Item; path: Ancestor[]; files: number | null }>
  /** Requests missing thumbnails. Resolves with the state of each. */
  wantThumbnails(ids: string[]): Promise<ThumbnailState[]>
  /** Folders of one level, at most 200; null is the root. */
  subfolders(parent: string | null, cursor?: string): Promise<FolderLevel>
  /** Used bytes, quota in bytes (null: unlimited) and account restrictions. */
  usage(): Promise<{ used: number; limit: number | null; restrictions: Restriction[] }>
  /** Running operations and operations that ended a moment ago. */
  operations(): Promise<Operation[]>
  favorites(): Promise<Item[]>
  views(): Promise<StoredViews>
  /** Stores changes of how a folder or list is shown, also when the page is left meanwhile. */
  changeView(key: string, changes: ViewChanges): Promise<void>
}

const done = () => undefined

/** Pages of the lists that extensions add. */
type ExtensionPages = (
  section: SectionLocation['section'],
  sorting: Sorting,
  where: PagePosition,
  size: number,
) => Promise<ItemPage & { from: number }>

export const createFilesApi = (addedPage?: ExtensionPages): FilesApi => ({
  async page(location, sorting, where, size) {
    if (isExtensionSection(location.section) && addedPage) {
      // Only folders are searched by names, and only the trash is sorted by the deletion.
      const page = await addedPage(location.section, sorting as Sorting, where as PagePosition, size)
      return { ...page, root: null, path: [] }
    }
    const query = {
      per_page: size,
      ...where,
      ...(hasFixedOrder(location.section) ? {} : sortQueryOf(sorting)),
    }
    if (location.section === 'recent') {
      const { data, meta } = await call(browseLatest, { query })
      return {
        items: data.map(({ data }) => data),
        total: meta.paginate.total,
        next: meta.paginate.nextCursor,
        from: meta.paginate.from ?? 0,
        root: null,
        path: [],
      }
    }
    const spec = location.section === 'trash' ? browseTrash : browseFolder
    const { data, meta } = await call(spec, { params: { id: location.id ?? 'all' }, query })
    return {
      items: data.map(({ data }) => data),
      total: meta.paginate.total,
      next: meta.paginate.nextCursor,
      from: meta.paginate.from ?? 0,
      root: meta.root?.data ?? null,
      path: meta.path,
      ...(meta.until && { until: meta.until }),
    }
  },
  item: async (id, signal) => {
    const { data, meta } = await call(showItem, { params: { id }, ...(signal && { signal }) })
    return { item: data, ...meta }
  },
  wantThumbnails: (ids) => call(wantThumbnails, { body: { ids } }).then(({ data }) => data),
  subfolders: (parent, cursor) =>
    call(browseSubfolders, { params: { id: parent ?? 'all' }, query: cursor === undefined ? {} : { cursor } }),
  usage: async () => {
    const { attributes, meta } = (await call(getUser)).data
    const { used, capacity: limit } = attributes.storage
    return { used, limit, restrictions: restrictionsOf(meta.restrictions, { used, limit }) }
  },
  operations: async () => (await call(listOperations)).data.map(({ data }) => data),
  favorites: async () => (await call(listFavorites)).data.map(({ data }) => data),
  views: async () => (await call(listViewSettings)).data,
  changeView: (key, body) => call(changeViewSettings, { params: { key }, body, keepalive: true }).then(done),
})
