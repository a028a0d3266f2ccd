import type { Sorting } from '../../../shared/contract.ts'
import { getUser } from '../../../users/contract.ts'
import { call } from '../../../web/ui.ts'
import {
  cancelOperation,
  copyItems,
  dumpTrash,
  listOperations,
  moveItems,
  type Operation,
  removeItems,
  restoreItems,
  undoOperation,
} from '../../operations/contract.ts'
import { type ThumbnailState, wantThumbnails } from '../../previews/contract.ts'
import { type FoundItem, type FoundItems, search } from '../../search/contract.ts'
import {
  addFavourites,
  browseFolder,
  browseLatest,
  browseSubfolders,
  browseTrash,
  createFolder,
  type FolderLevel,
  type Item,
  type ItemRef,
  listVersions,
  orderFavourites,
  type ParentRef,
  type Restriction,
  removeFavourite,
  removeVersion,
  renameItem,
  restoreVersion,
  restrictionsOf,
  type Selection,
  showItem,
  trashSummary,
  type Version,
} from '../../tree/contract.ts'
import type { Page } from '../../tree/ui.ts'
import { isAdded, isGathered, type Place } from '../../tree/ui.ts'

/** Which items: by reference (500 at most), or everything of a listing but some. */
export type Which = { items: ItemRef[] } | { selection: Selection }
/** What may change of an item besides its place. */
export type Look = { name?: string; color?: string | null; emoji?: { char: string } | null }
export type PageWhere = { cursor: string } | { at: number } | { around: string }

/** The calls the files screens make; tests hand in their own. All reject with `CallError`. */
export interface StorageApi {
  page(
    place: Place,
    sorting: Sorting,
    where: PageWhere,
    size: number,
  ): Promise<Page & { root: Item | null; path: ParentRef[]; from: number }>
  /** One live item and the folders above it, topmost first. */
  item(id: string, signal?: AbortSignal): Promise<{ item: Item; path: ParentRef[]; files: number | null }>
  /** Asks for thumbnails that are not made yet; answers how far each is. */
  wantThumbnails(ids: string[]): Promise<ThumbnailState[]>
  /** Folders by name, best first, 50 at most. */
  findFolders(query: string): Promise<FoundItem[]>
  /** The folders of one level, 200 at most; null is the root. */
  subfolders(parent: string | null, cursor?: string): Promise<FolderLevel>
  /** Bytes in use, how many there may be (null: any number), and what the account is kept from. */
  usage(): Promise<{ used: number; limit: number | null; restrictions: Restriction[] }>
  trashSummary(): Promise<{ items: number; files: number; size: number; retention_days: number }>
  createFolder(input: {
    name: string
    parent_id: string | null
    color?: string | null
    emoji?: { char: string } | null
  }): Promise<Item>
  rename(id: string, type: string, look: Look): Promise<Item>
  /** `id` of the operation, to take it back; `operation` when it goes on behind the answer. */
  move(which: Which, to: string | null): Promise<{ id: string; operation: Operation | null }>
  /** The copies, as far as they are made already. */
  copy(which: Which, to: string | null): Promise<{ items: Item[]; operation: Operation | null }>
  /** The time the removed items now carry; null when they are gone for good. */
  remove(which: Which, force: boolean): Promise<{ at: string | null; operation: Operation | null }>
  restore(which: Which, toHome: boolean): Promise<Operation | null>
  dump(): Promise<Operation | null>
  /** Running ones and those that ended a moment ago. */
  operations(): Promise<Operation[]>
  stop(id: string): Promise<Operation>
  /** Stops it if it still runs, and takes back what it did. */
  takeBack(id: string): Promise<Operation>
  versions(id: string): Promise<{ list: Version[]; days: number }>
  restoreVersion(id: string, version: string): Promise<Item>
  removeVersion(id: string, version: string): Promise<void>
  addFavourites(ids: string[]): Promise<void>
  orderFavourites(ids: string[]): Promise<void>
  removeFavourite(id: string): Promise<void>
}

const done = () => undefined
/** Deeds over very many items go on behind their answer. */
const operationOf = (answer: { data: Operation } | object): Operation | null => ('data' in answer ? answer.data : null)

/** Pages of the lists that other modules add. */
export type AddedPages = (view: Place['view'], where: PageWhere, size: number) => Promise<Page & { from: number }>

export const createStorageApi = (addedPage?: AddedPages): StorageApi => ({
  async page(place, sorting, where, size) {
    if (isAdded(place.view) && addedPage) return { ...(await addedPage(place.view, where, size)), root: null, path: [] }
    const query = {
      per_page: size,
      ...where,
      ...(isGathered(place.view) ? {} : { sort: sorting.field, direction: sorting.direction }),
    }
    if (place.view === 'recent') {
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
    const spec = place.view === 'trash' ? browseTrash : browseFolder
    const { data, meta } = await call(spec, { params: { id: place.id ?? 'all' }, query })
    return {
      items: data.map(({ data }) => data),
      total: meta.paginate.total,
      next: meta.paginate.nextCursor,
      from: meta.paginate.from ?? 0,
      root: meta.root?.data ?? null,
      path: meta.path,
    }
  },
  item: async (id, signal) => {
    const { data, meta } = await call(showItem, { params: { id }, ...(signal && { signal }) })
    return { item: data, ...meta }
  },
  wantThumbnails: (ids) => call(wantThumbnails, { body: { ids } }).then(({ data }) => data),
  findFolders: async (query) =>
    ((await call(search, { query: { query, filter: 'folder', per_page: 50 } })) as FoundItems).data,
  subfolders: (parent, cursor) =>
    call(browseSubfolders, { params: { id: parent ?? 'all' }, query: cursor === undefined ? {} : { cursor } }),
  usage: async () => {
    const { attributes, meta } = (await call(getUser)).data
    const { used, capacity: limit } = attributes.storage
    return { used, limit, restrictions: restrictionsOf(meta.restrictions, { used, limit }) }
  },
  trashSummary: () => call(trashSummary),
  createFolder: (input) => call(createFolder, { body: input }).then(({ data }) => data),
  rename: (id, type, look) => call(renameItem, { params: { id }, body: { type, ...look } }).then(({ data }) => data),
  async move(which, to) {
    const answer = await call(moveItems, { body: { to_id: to, ...which } })
    return 'data' in answer ? { id: answer.data.id, operation: answer.data } : { id: answer.operation, operation: null }
  },
  async copy(which, to) {
    const { data } = await call(copyItems, { body: { to_id: to, ...which } })
    return Array.isArray(data)
      ? { items: data.map((each) => each.data), operation: null }
      : { items: [], operation: data }
  },
  async remove(which, force) {
    const answer = await call(removeItems, { body: { ...which, force_delete: force } })
    return { at: 'deleted_at' in answer ? answer.deleted_at : null, operation: operationOf(answer) }
  },
  restore: (which, toHome) => call(restoreItems, { body: { to_home: toHome, ...which } }).then(operationOf),
  dump: () => call(dumpTrash).then(operationOf),
  operations: async () => (await call(listOperations)).data.map(({ data }) => data),
  stop: async (id) => (await call(cancelOperation, { params: { id } })).data,
  async takeBack(id) {
    await call(cancelOperation, { params: { id } })
    return (await call(undoOperation, { params: { id } })).data
  },
  async versions(id) {
    const { data, meta } = await call(listVersions, { params: { id } })
    return { list: data.map((each) => each.data), days: meta.retention_days }
  },
  restoreVersion: async (id, version) => (await call(restoreVersion, { params: { id, version } })).data,
  removeVersion: (id, version) => call(removeVersion, { params: { id, version } }).then(done),
  addFavourites: (ids) => call(addFavourites, { body: { ids } }).then(done),
  orderFavourites: (ids) => call(orderFavourites, { body: { ids } }).then(done),
  removeFavourite: (id) => call(removeFavourite, { params: { id } }).then(done),
})
