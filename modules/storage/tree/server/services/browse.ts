import type { Db, Sql } from '../../../../platform/index.ts'
import { isUuid } from '../../../../shared/contract.ts'
import type { Ancestor, FolderQuery, Item, Listing } from '../../contract.ts'
import { storageErrors } from '../errors.ts'
import { allow } from '../item.policy.ts'
import { type ItemPresentation, presentationOf, presentItem } from '../item.resource.ts'
import type { ItemRow } from '../item.row.ts'
import type { ItemAnnotations } from '../item-annotations.ts'
import type { Actor, Scope } from '../scope.ts'
import { activeItems } from './active-items.ts'
import { findExif } from './exif.ts'
import { findItem, type ItemLocation, requireFolder, requireItem } from './find-item.ts'
import { lastTrashedAt } from './last-trashed.ts'
import { listAmong } from './list-among.ts'
import type { ListedRow } from './list-page.ts'
import { readListingPage } from './listing-page.ts'
import { paginateOf, type SortedPage } from './paginate.ts'
import { type ListOrder, listOrderOf } from './sorting.ts'

/** One item with the folders above it. `files`: number of files in a folder's tree; null for a file. */
interface ShownItem {
  data: Item
  meta: { path: Ancestor[]; files: number | null }
}

/** The items of a listing, the listed folder first. */
export const listedItems = ({ data, meta: { root } }: Listing): Item[] => [
  ...(root ? [root.data] : []),
  ...data.map((row) => row.data),
]

type ListedFolder = Pick<ItemLocation, 'item' | 'path'>

/** Listings of folders and of the trash. */
export class Browse {
  private readonly db: Db
  private readonly annotations: ItemAnnotations
  constructor(db: Db, annotations: ItemAnnotations) {
    this.db = db
    this.annotations = annotations
  }

  /** Active children of a folder; an `id` that is not a uuid (`all`) means the root of the scope. 404 outside the scope. */
  async folder(scope: Scope, id: string, query: FolderQuery, presentation: ItemPresentation = {}): Promise<Listing> {
    const listing = await this.folderWithoutAnnotations(scope, id, query, presentation)
    await this.annotations.put(scope, listedItems(listing), listing.meta.path)
    return listing
  }

  /** Like `folder`, for callers that annotate more items than the listing has. */
  async folderWithoutAnnotations(
    scope: Scope,
    id: string,
    query: FolderQuery,
    presentation: ItemPresentation = {},
  ): Promise<Listing> {
    const location = await requireFolder(this.db, scope, isUuid(id) ? id : null)
    return this.listing(scope, location, query, listOrderOf(query), presentationOf(scope, presentation))
  }

  /** Like `folder`, for the root of a visitor's scope, whose row the caller has just read. Without annotations. */
  async visitedRoot(scope: Scope, item: ItemRow, query: FolderQuery, presentation: ItemPresentation): Promise<Listing> {
    if (item.id !== scope.root || !item.is_folder) throw storageErrors.fail('parent-not-found')
    return this.listing(scope, { item, path: [] }, query, listOrderOf(query), presentation)
  }

  /** Roots of trashed trees, latest first; with a uuid the children of a trashed folder. Only for the owner. */
  async trash(scope: Scope, id: string, query: FolderQuery, presentation: ItemPresentation = {}): Promise<Listing> {
    allow(scope, 'restore')
    const location = isUuid(id) ? await findItem(this.db, scope, id) : null
    if (isUuid(id) && !(location?.trashed && location.item.is_folder)) throw storageErrors.fail('item-not-found')
    if (location)
      return this.listing(scope, location, query, listOrderOf(query), {
        ...presentation,
        trashedAt: location.trashedAt,
      })
    const order = listOrderOf(query, 'deleted_at')
    const until = await lastTrashedAt(this.db, scope.ownerId)
    const page = await readListingPage(this.db, {
      order,
      query,
      actor: scope.actor.userId,
      total: null,
      view: { kind: 'trash', owner: scope.ownerId, parent: null },
    })
    const { data, meta } = presentListing(page, order, null, presentation)
    return { data, meta: { ...meta, until } }
  }

  /** One active item and the folders above it, topmost first. 404 outside the scope. */
  async item(scope: Scope, id: string, presentation: ItemPresentation = {}): Promise<ShownItem> {
    const { item, path } = await requireItem(this.db, scope, id)
    const parent = path.at(-1)
    const data = presentItem(item, { ...presentationOf(scope, presentation), parent: parent ?? null })
    const exif = await findExif(this.db, scope, item)
    if (exif) Object.assign(data.relationships, { exif })
    const ancestors = await this.annotations.putBelow(scope, data, path)
    return { data, meta: { path: ancestors, files: item.is_folder ? await this.filesIn(id) : null } }
  }

  /** Number of files in a folder's tree at the last aggregation (decision 0023). */
  private async filesIn(folderId: string): Promise<number> {
    const [counted] = await this.db.query<{ files: number }>(
      'select files::int as files from folder_sizes where folder_id = $1',
      [folderId],
      'storage.files-in-folder',
    )
    return Math.max(counted?.files ?? 0, 0)
  }

  /** The given items that are active and within the scope, in the given order, with their annotations. */
  async items(scope: Scope, ids: readonly string[], presentation: ItemPresentation = {}): Promise<Item[]> {
    return this.annotations.put(scope, await activeItems(this.db, scope, ids, presentation))
  }

  /**
   * The given items that are active and below the root of the scope, as a list with the pages and orders of a folder. The
   * cost depends on the number of given items only.
   */
  async among(
    scope: Scope,
    ids: readonly string[],
    query: FolderQuery,
    presentation: ItemPresentation = {},
  ): Promise<Listing> {
    const order = listOrderOf(query)
    const page = await listAmong(this.db, scope, ids, query, order)
    const items = await this.items(
      scope,
      page.rows.map(({ id }) => id),
      presentation,
    )
    return {
      data: items.map((data) => ({ data })),
      meta: { root: null, path: [], paginate: paginateOf(order, page) },
    }
  }

  /** Like `among`, for items of several owners, which the caller of this method has authorized. Without annotations. */
  async amongOwners(actor: Actor, ids: readonly string[], query: FolderQuery): Promise<Listing> {
    const order = listOrderOf(query)
    const all = { ownerId: null, root: null, actor }
    const page = await listAmong(this.db, all, ids, query, order)
    const listed = page.rows.map(({ id }) => id)
    const items = await activeItems(this.db, all, listed)
    return {
      data: items.map((data) => ({ data: withoutParent(data) })),
      meta: { root: null, path: [], paginate: paginateOf(order, page) },
    }
  }

  /** Row of an active item within the scope, for modules that present it themselves. 404 otherwise. */
  async activeRow(scope: Scope, id: string, sql: Sql = this.db): Promise<ItemRow> {
    return (await requireItem(sql, scope, id)).item
  }

  /** Row of an active item within the scope; null where there is none. */
  async findActiveRow(scope: Scope, id: string): Promise<ItemRow | null> {
    const location = await findItem(this.db, scope, id)
    return location && !location.trashed ? location.item : null
  }

  private async listing(
    scope: Scope,
    location: ListedFolder | null,
    query: FolderQuery,
    order: ListOrder,
    presentation: ItemPresentation,
  ) {
    const parent = location?.item.id ?? null
    const page = await readListingPage(this.db, {
      order,
      query,
      actor: scope.actor.userId,
      total: location?.item.child_count ?? null,
      view: { kind: parent ? 'child' : 'root', owner: scope.ownerId, parent },
    })
    return presentListing(page, order, location, presentation)
  }
}

/** The item without its parent: when an owner shares a folder, they do not share the folder above it. */
const withoutParent = ({ relationships, ...item }: Item): Item => {
  const { parent: _parent, ...others } = relationships
  return { ...item, attributes: { ...item.attributes, parent_id: null }, relationships: others }
}

const presentListing = (
  page: SortedPage<ListedRow>,
  order: ListOrder,
  location: ListedFolder | null,
  presentation: ItemPresentation,
): Listing => ({
  data: page.rows.map((row) => ({ data: presentItem(row, parentPresentation(row, location, presentation)) })),
  meta: {
    root: location ? { data: presentItem(location.item, presentation) } : null,
    path: location?.path ?? [],
    paginate: paginateOf(order, page),
    ...untilOf(page),
  },
})

/** When the page was read; by two statements, the earlier one. */
const untilOf = ({ rows }: SortedPage<ListedRow>): { until?: string } => {
  const [until] = rows.flatMap(({ read_at }) => read_at?.toISOString() ?? []).sort()
  return until === undefined ? {} : { until }
}

/** Rows at the root of the trash name their former parent; rows of a folder need not. */
const parentPresentation = (
  row: ListedRow,
  location: ListedFolder | null,
  presentation: ItemPresentation,
): ItemPresentation =>
  location || row.parent_id === null || row.parent_name === null
    ? presentation
    : { ...presentation, parent: { id: row.parent_id, name: row.parent_name } }
