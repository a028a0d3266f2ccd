import type { Sorting } from '../../../shared/contract.ts'
import { getUser } from '../../../users/contract.ts'
import { call } from '../../../web/ui.ts'
import {
  type ConflictResult,
  cancelOperation,
  copyItems,
  dumpTrash,
  listOperations,
  moveItems,
  noConflicts,
  type Operation,
  removeItems,
  restoreItems,
  undoOperation,
} from '../../operations/contract.ts'
import { type ThumbnailState, wantThumbnails } from '../../previews/contract.ts'
import { type FoundItem, type FoundItems, search } from '../../search/contract.ts'
import {
  type Ancestor,
  addFavorites,
  browseFolder,
  browseLatest,
  browseSubfolders,
  browseTrash,
  changeViewSettings,
  createFolder,
  type FolderLevel,
  type Item,
  type ItemRef,
  listFavorites,
  listVersions,
  listViewSettings,
  measureSelection,
  type OnConflict,
  orderFavorites,
  type ParentRef,
  type Restriction,
  removeFavorite,
  removeVersion,
  renameItem,
  restoreVersion,
  restrictionsOf,
  type Selection,
  type StoredViews,
  showItem,
  trashSummary,
  type Version,
  type ViewChanges,
} from '../../tree/contract.ts'
import type { Page } from '../../tree/ui.ts'
import { isExtensionSection, type SectionLocation } from '../../tree/ui.ts'
import { hasFixedOrder } from './folder-view.ts'

/** Target items: by reference (at most 500), or a whole listing except some. `action_id`: shared by calls of one action. */
export type TargetItems = ({ items: ItemRef[] } | { selection: Selection }) & { action_id?: string }
/** Editable attributes of an item. */
export type ItemChanges = { name?: string; color?: string | null; emoji?: { char: string } | null }
export type PagePosition = { cursor: string } | { at: number } | { around: string }

/** `id` of the operation, for undo; `operation` when it continues in the background. */
export interface CallResult {
  id: string
  operation: Operation | null
  result: ConflictResult
}

/** The calls of the files screens; tests pass their own. All reject with `CallError`. */
export interface FilesApi {
  page(
    location: SectionLocation,
    sorting: Sorting,
    where: PagePosition,
    size: number,
  ): Promise<Page & { root: Item | null; path: ParentRef[]; from: number }>
  /** An active item and its ancestors, topmost first. */
  item(id: string, signal?: AbortSignal): Promise<{ item: Item; path: Ancestor[]; files: number | null }>
  /** Requests missing thumbnails. Resolves with the state of each. */
  wantThumbnails(ids: string[]): Promise<ThumbnailState[]>
  /** Folders by name below a folder, or own ones, best first, 50 per page. */
  findFolders(
    query: string,
    folder: string | null,
    cursor?: string,
  ): Promise<{ found: FoundItem[]; next: string | null }>
  /** Folders of one level, at most 200; null is the root. */
  subfolders(parent: string | null, cursor?: string): Promise<FolderLevel>
  /** Used bytes, quota in bytes (null: unlimited) and account restrictions. */
  usage(): Promise<{ used: number; limit: number | null; restrictions: Restriction[] }>
  trashSummary(): Promise<{ items: number; files: number; size: number; retention_days: number; until: string }>
  createFolder(input: {
    name: string
    parent_id: string | null
    color?: string | null
    emoji?: { char: string } | null
  }): Promise<Item>
  rename(id: string, type: string, changes: ItemChanges): Promise<Item>
  move(targetItems: TargetItems, to: string | null, onConflict: OnConflict): Promise<CallResult>
  /** `items`: the copies that exist already. */
  copy(targetItems: TargetItems, to: string | null, onConflict: OnConflict): Promise<CallResult & { items: Item[] }>
  /** `id` as in `CallResult`; null when nothing was trashed. */
  trash(targetItems: TargetItems): Promise<{ id: string | null; operation: Operation | null }>
  /** Resolves to the operation that continues in the background, if any. */
  deletePermanently(targetItems: TargetItems): Promise<Operation | null>
  restore(targetItems: TargetItems, toHome: boolean, onConflict: OnConflict): Promise<CallResult>
  /** Empties the trash, or deletes the items trashed `until` then. */
  dump(until?: string): Promise<Operation | null>
  /** Running operations and operations that ended a moment ago. */
  operations(): Promise<Operation[]>
  stop(id: string): Promise<Operation>
  /** Cancels the operation if it is running and reverts its changes. */
  undo(id: string): Promise<Operation>
  versions(id: string): Promise<{ list: Version[]; days: number }>
  restoreVersion(id: string, version: string): Promise<Item>
  removeVersion(id: string, version: string): Promise<void>
  addFavorites(ids: string[]): Promise<void>
  favorites(): Promise<Item[]>
  orderFavorites(ids: string[]): Promise<void>
  /** Bytes of a whole listing except some. */
  selectionSize(selection: Selection): Promise<number>
  views(): Promise<StoredViews>
  /** Stores changes of how a folder or list is shown, also when the page is left meanwhile. */
  changeView(key: string, changes: ViewChanges): Promise<void>
  removeFavorite(id: string): Promise<void>
}

const done = () => undefined
/** Bulk operations continue in the background. */
const operationOf = (answer: { data: Operation } | object): Operation | null => ('data' in answer ? answer.data : null)

const resultOf = (answer: { data: Operation } | { operation: string; result: ConflictResult }): CallResult =>
  'operation' in answer
    ? { id: answer.operation, operation: null, result: answer.result }
    : { id: answer.data.id, operation: answer.data, result: noConflicts }

/** Pages of the lists that extensions add. */
type ExtensionPages = (
  section: SectionLocation['section'],
  sorting: Sorting,
  where: PagePosition,
  size: number,
) => Promise<Page & { from: number }>

export const createFilesApi = (addedPage?: ExtensionPages): FilesApi => ({
  async page(location, sorting, where, size) {
    if (isExtensionSection(location.section) && addedPage)
      return { ...(await addedPage(location.section, sorting, where, size)), root: null, path: [] }
    const query = {
      per_page: size,
      ...where,
      ...(hasFixedOrder(location.section) ? {} : { sort: sorting.field, direction: sorting.direction }),
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
  async findFolders(query, folder, cursor) {
    const within = folder === null ? { scope: 'own' as const } : { in: folder }
    const page = { per_page: 50, ...(cursor !== undefined && { cursor }) }
    const { data, meta } = (await call(search, {
      query: { query, filter: 'folder', ...within, ...page },
    })) as FoundItems
    return { found: data, next: meta.next_cursor }
  },
  subfolders: (parent, cursor) =>
    call(browseSubfolders, { params: { id: parent ?? 'all' }, query: cursor === undefined ? {} : { cursor } }),
  usage: async () => {
    const { attributes, meta } = (await call(getUser)).data
    const { used, capacity: limit } = attributes.storage
    return { used, limit, restrictions: restrictionsOf(meta.restrictions, { used, limit }) }
  },
  trashSummary: () => call(trashSummary),
  createFolder: (input) => call(createFolder, { body: input }).then(({ data }) => data),
  rename: (id, type, changes) =>
    call(renameItem, { params: { id }, body: { type, ...changes } }).then(({ data }) => data),
  move: async (targetItems, to, on_conflict) =>
    resultOf(await call(moveItems, { body: { to_id: to, ...targetItems, on_conflict } })),
  async copy(targetItems, to, on_conflict) {
    const answer = await call(copyItems, { body: { to_id: to, ...targetItems, on_conflict } })
    return 'operation' in answer
      ? { ...resultOf(answer), items: answer.data.map(({ data }) => data) }
      : { ...resultOf(answer), items: [] }
  },
  async trash(targetItems) {
    const answer = await call(removeItems, { body: { ...targetItems, force_delete: false } })
    return { id: 'operation' in answer ? answer.operation : answer.data.id, operation: operationOf(answer) }
  },
  deletePermanently: (targetItems) =>
    call(removeItems, { body: { ...targetItems, force_delete: true } }).then(operationOf),
  restore: async (targetItems, toHome, on_conflict) =>
    resultOf(await call(restoreItems, { body: { to_home: toHome, ...targetItems, on_conflict } })),
  dump: (until) => call(dumpTrash, { query: until === undefined ? {} : { until } }).then(operationOf),
  operations: async () => (await call(listOperations)).data.map(({ data }) => data),
  stop: async (id) => (await call(cancelOperation, { params: { id } })).data,
  async undo(id) {
    await call(cancelOperation, { params: { id } })
    return (await call(undoOperation, { params: { id } })).data
  },
  async versions(id) {
    const { data, meta } = await call(listVersions, { params: { id } })
    return { list: data.map((each) => each.data), days: meta.retention_days }
  },
  restoreVersion: async (id, version) => (await call(restoreVersion, { params: { id, version } })).data,
  removeVersion: (id, version) => call(removeVersion, { params: { id, version } }).then(done),
  addFavorites: (ids) => call(addFavorites, { body: { ids } }).then(done),
  favorites: async () => (await call(listFavorites)).data.map(({ data }) => data),
  orderFavorites: (ids) => call(orderFavorites, { body: { ids } }).then(done),
  selectionSize: async (selection) => (await call(measureSelection, { body: { selection } })).data.size,
  views: async () => (await call(listViewSettings)).data,
  changeView: (key, body) => call(changeViewSettings, { params: { key }, body, keepalive: true }).then(done),
  removeFavorite: (id) => call(removeFavorite, { params: { id } }).then(done),
})
