import { call } from '../../../web/ui.ts'
import { extractArchive, importAccount } from '../../extraction/contract.ts'
import {
  type ConflictResult,
  cancelOperation,
  copyItems,
  dumpTrash,
  moveItems,
  noConflicts,
  type Operation,
  removeItems,
  restoreItems,
  undoOperation,
} from '../../operations/contract.ts'
import { type FoundItem, type FoundItems, search } from '../../search/contract.ts'
import {
  addFavorites,
  createFolder,
  type Item,
  type ItemRef,
  listVersions,
  measureSelection,
  type OnConflict,
  orderFavorites,
  removeFavorite,
  removeVersion,
  renameItem,
  restoreVersion,
  type Selection,
  trashSummary,
  type Version,
} from '../../tree/contract.ts'

/** Target items: by reference (at most 500), or a whole listing except some. `action_id`: shared by calls of one action. */
export type TargetItemsBody = ({ items: ItemRef[] } | { selection: Selection }) & { action_id?: string }
/** Editable attributes of an item. */
export type ItemChanges = { name?: string; color?: string | null; emoji?: { char: string } | null }

/** `id` of the operation, for undo; `operation` when it continues in the background. */
export interface CallResult {
  id: string
  operation: Operation | null
  result: ConflictResult
}

/** Calls of actions, dialogs and details, which load after the page. All reject with `CallError`. */
export interface ItemCalls {
  /** Folders by name below a folder, or own ones, best first, 50 per page. */
  findFolders(
    query: string,
    folder: string | null,
    cursor?: string,
  ): Promise<{ found: FoundItem[]; next: string | null }>
  trashSummary(): Promise<{ items: number; files: number; size: number; retention_days: number; until: string }>
  createFolder(input: {
    name: string
    parent_id: string | null
    color?: string | null
    emoji?: { char: string } | null
  }): Promise<Item>
  rename(id: string, type: string, changes: ItemChanges): Promise<Item>
  move(targetItems: TargetItemsBody, to: string | null, onConflict: OnConflict): Promise<CallResult>
  /** `items`: the copies that exist already. */
  copy(targetItems: TargetItemsBody, to: string | null, onConflict: OnConflict): Promise<CallResult & { items: Item[] }>
  /** `id` as in `CallResult`; null when nothing was trashed. */
  trash(targetItems: TargetItemsBody): Promise<{ id: string | null; operation: Operation | null }>
  /** Resolves to the operation that continues in the background, if any. */
  deletePermanently(targetItems: TargetItemsBody): Promise<Operation | null>
  restore(targetItems: TargetItemsBody, onConflict: OnConflict): Promise<CallResult>
  /** Empties the trash, or deletes the items trashed `until` then. */
  dump(until?: string): Promise<Operation | null>
  /** Extracts a zip archive into a folder beside it, in the background. */
  extract(id: string): Promise<Operation>
  /** Imports the export of an account into the caller's, in the background. */
  importExport(id: string): Promise<Operation>
  stop(id: string): Promise<Operation>
  /** Cancels the operation if it is running and reverts its changes. */
  undo(id: string): Promise<Operation>
  versions(id: string): Promise<{ list: Version[]; days: number }>
  restoreVersion(id: string, version: string): Promise<Item>
  removeVersion(id: string, version: string): Promise<void>
  addFavorites(ids: string[]): Promise<void>
  orderFavorites(ids: string[]): Promise<void>
  /** Bytes of a whole listing except some. */
  selectionSize(selection: Selection): Promise<number>
  removeFavorite(id: string): Promise<void>
}

const done = () => undefined
/** Bulk operations continue in the background. */
const operationOf = (answer: { data: Operation } | object): Operation | null => ('data' in answer ? answer.data : null)

const resultOf = (answer: { data: Operation } | { operation: string; result: ConflictResult }): CallResult =>
  'operation' in answer
    ? { id: answer.operation, operation: null, result: answer.result }
    : { id: answer.data.id, operation: answer.data, result: noConflicts }

export const itemCalls: ItemCalls = {
  async findFolders(query, folder, cursor) {
    const within = folder === null ? { scope: 'own' as const } : { in: folder }
    const page = { per_page: 50, ...(cursor !== undefined && { cursor }) }
    const { data, meta } = (await call(search, {
      query: { query, filter: 'folder', ...within, ...page },
    })) as FoundItems
    return { found: data, next: meta.next_cursor }
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
  restore: async (targetItems, on_conflict) =>
    resultOf(await call(restoreItems, { body: { ...targetItems, on_conflict } })),
  dump: (until) => call(dumpTrash, { query: until === undefined ? {} : { until } }).then(operationOf),
  extract: async (id) => (await call(extractArchive, { body: { item_id: id } })).data,
  importExport: async (id) => (await call(importAccount, { body: { item_id: id } })).data,
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
  orderFavorites: (ids) => call(orderFavorites, { body: { ids } }).then(done),
  selectionSize: async (selection) => (await call(measureSelection, { body: { selection } })).data.size,
  removeFavorite: (id) => call(removeFavorite, { params: { id } }).then(done),
}
