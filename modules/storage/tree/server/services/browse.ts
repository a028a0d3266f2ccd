import type { Db } from '../../../../platform/index.ts'
import type { Ancestor, FolderQuery, Item, Listing, ParentRef } from '../../contract.ts'
import { storageErrors } from '../errors.ts'
import { allow } from '../item.policy.ts'
import { type ItemView, presentItem } from '../item.resource.ts'
import type { ItemRow } from '../item.row.ts'
import type { ItemAnnotations } from '../item-annotations.ts'
import type { Scope } from '../scope.ts'
import { activeItems } from './active-items.ts'
import { readCursor } from './cursor.ts'
import { findExif } from './exif.ts'
import { findItem, type ItemLocation, requireFolder, requireItem } from './find-item.ts'
import { listAmong } from './list-among.ts'
import { type ListedRow, type ListedView, listPage, offsetOf, rowAtOffset } from './list-page.ts'
import { type Page, paginateOf, perPageOf, rejectTooMany, startOf } from './paginate.ts'
import { type Order, orderOf } from './sorting.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** One item as it is shown by itself. `files`: of a folder, those in its tree. */
export interface ShownItem {
  data: Item
  meta: { path: Ancestor[]; files: number | null }
}

/** Listings of folders and of the trash. */
export class Browse {
  private readonly db: Db
  private readonly annotations: ItemAnnotations
  constructor(db: Db, annotations: ItemAnnotations) {
    this.db = db
    this.annotations = annotations
  }

  /** Live content of a folder; any `id` that is no uuid (`all`) means the top of the scope. 404 when out of reach. */
  async folder(scope: Scope, id: string, query: FolderQuery, view: ItemView = {}): Promise<Listing> {
    const location = await requireFolder(this.db, scope, uuid.test(id) ? id : null)
    const listing = await this.listing(scope, location, query, orderOf(query), view)
    const { root } = listing.meta
    const items = listing.data.map(({ data }) => data)
    await this.annotations.put(scope, root ? [root.data, ...items] : items)
    return listing
  }

  /** Roots of trashed trees, latest first; with a uuid the content of a trashed folder. The owner's only. */
  async trash(scope: Scope, id: string, query: FolderQuery, view: ItemView = {}): Promise<Listing> {
    allow(scope, 'restore')
    const location = uuid.test(id) ? await findItem(this.db, scope, id) : null
    if (uuid.test(id) && !(location?.trashed && location.item.is_folder)) throw storageErrors.fail('item-not-found')
    if (location) return this.listing(scope, location, query, orderOf(query), view)
    const order = orderOf(query, 'deleted_at')
    const page = await this.page({ kind: 'trash', owner: scope.ownerId, parent: null }, scope, query, order)
    return answer(page, order, null, [], view)
  }

  /** One live item and the folders above it, topmost first. */
  async item(scope: Scope, id: string, view: ItemView = {}): Promise<ShownItem> {
    const { item, path } = await requireItem(this.db, scope, id)
    const parent = path.at(-1)
    const data = presentItem(item, { ...view, parent: parent ?? null })
    const exif = await findExif(this.db, scope, item)
    if (exif) Object.assign(data.relationships, { exif })
    const ancestors = await this.annotations.putBelow(scope, data, path)
    return { data, meta: { path: ancestors, files: item.is_folder ? await this.filesIn(id) : null } }
  }

  /** Files in the tree of a folder, as counted a moment ago (decision 0023). */
  private async filesIn(folderId: string): Promise<number> {
    const [counted] = await this.db.query<{ files: number }>(
      'select files::int as files from folder_sizes where folder_id = $1',
      [folderId],
      'storage.files-in-folder',
    )
    return Math.max(counted?.files ?? 0, 0)
  }

  /** Those of the items that are live and in reach, in the order given, with their marks. */
  async items(scope: Scope, ids: readonly string[], view: ItemView = {}): Promise<Item[]> {
    return this.annotations.put(scope, await activeItems(this.db, scope, ids, view))
  }

  /**
   * Those of the items that are live and below the top of the scope, as a list of their own: folders first, in pages and
   * orders as a folder's content. Costs what the given items cost, wherever they are.
   */
  async among(scope: Scope, ids: readonly string[], query: FolderQuery, view: ItemView = {}): Promise<Listing> {
    const order = orderOf(query)
    const page = await listAmong(this.db, scope, ids, query, order)
    const items = await this.items(
      scope,
      page.rows.map(({ id }) => id),
      view,
    )
    return {
      data: items.map((data) => ({ data })),
      meta: { root: null, path: [], paginate: paginateOf(order, page) },
    }
  }

  /** The row of a live item in reach, for modules that hand it out by other ways. 404 otherwise. */
  async live(scope: Scope, id: string): Promise<ItemRow> {
    return (await requireItem(this.db, scope, id)).item
  }

  private async listing(scope: Scope, location: ItemLocation | null, query: FolderQuery, order: Order, view: ItemView) {
    const parent = location?.item.id ?? null
    const page = await this.page(
      { kind: parent ? 'child' : 'root', owner: scope.ownerId, parent },
      scope,
      query,
      order,
      location,
    )
    return answer(page, order, location, location?.path ?? [], view)
  }

  private async total(view: ListedView, location: ItemLocation | null): Promise<number> {
    if (location) return location.item.child_count
    const column = view.kind === 'trash' ? 'trash_count' : 'root_count'
    const [row] = await this.db.query<{ n: number }>(
      `select ${column} as n from usage where user_id = $1`,
      [view.owner],
      `storage.total.${column}`,
    )
    return row?.n ?? 0
  }

  private async page(
    view: ListedView,
    scope: Scope,
    query: FolderQuery,
    order: Order,
    location: ItemLocation | null = null,
  ): Promise<Page<ListedRow>> {
    const total = await this.total(view, location)
    const actor = scope.actor.userId
    rejectTooMany(query, total)
    const perPage = perPageOf(query)
    const base = { view, order, actor, count: perPage + 1 }
    if (query.cursor !== undefined) {
      const cursor = readCursor(query.cursor, order)
      const rows = await listPage(this.db, { ...base, boundary: cursor, backward: cursor.backward })
      const more = rows.length > perPage
      const kept = rows.slice(0, perPage)
      if (!cursor.backward) return { rows: kept, total, perPage, from: cursor.position, before: true, after: more }
      const from = more ? Math.max(cursor.position - kept.length, 0) : 0
      return { rows: kept.reverse(), total, perPage, from, before: more, after: true }
    }
    const from = await this.startOf(view, order, query, perPage)
    const boundary = from > 0 ? await rowAtOffset(this.db, view, order, from, total) : null
    if (from > 0 && !boundary) return { rows: [], total, perPage, from, before: total > 0, after: false }
    const rows = await listPage(this.db, { ...base, boundary, inclusive: true })
    return { rows: rows.slice(0, perPage), total, perPage, from, before: from > 0, after: rows.length > perPage }
  }

  private async startOf(view: ListedView, order: Order, query: FolderQuery, perPage: number): Promise<number> {
    if (query.around === undefined) return startOf(query, perPage)
    const position = await offsetOf(this.db, view, order, query.around)
    if (position === null) throw storageErrors.fail('item-not-found')
    return Math.max(position - (perPage >> 1), 0)
  }
}

const answer = (
  page: Page<ListedRow>,
  order: Order,
  location: ItemLocation | null,
  path: ParentRef[],
  view: ItemView,
): Listing => ({
  data: page.rows.map((row) => ({ data: presentItem(row, parentView(row, location, view)) })),
  meta: { root: location ? { data: presentItem(location.item, view) } : null, path, paginate: paginateOf(order, page) },
})

/** Rows of a trash list say where they were; those of a folder are where the folder is. */
const parentView = (row: ListedRow, location: ItemLocation | null, view: ItemView): ItemView =>
  location || row.parent_id === null || row.parent_name === null
    ? view
    : { ...view, parent: { id: row.parent_id, name: row.parent_name } }
