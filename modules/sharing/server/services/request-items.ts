import { defaultPerPage } from '../../../shared/contract.ts'
import type { FolderQuery, Listing, TreeNode } from '../../../storage/contract.ts'
import { type ItemRow, type ItemView, presentItem, type StorageApi, storageErrors } from '../../../storage/index.ts'
import type { OwnFolder, Received } from './received.ts'
import type { RequestFolders } from './request-folders.ts'
import { type Asked, type Entered, guestScope } from './request-guard.ts'

interface Chosen {
  id: string
  type: string
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** How items look by a request: addresses carry its token, nothing above the guest's top is named. */
export const requestViewOf = (token: string, top: string): ItemView => ({
  query: `request=${token}`,
  favourites: false,
  top,
})

/** What guests do with what they sent. Each deed: is it theirs? then storage's own, on the owner's account. */
export class RequestItems {
  private readonly storage: StorageApi
  private readonly folders: RequestFolders
  private readonly received: Received
  constructor(storage: StorageApi, folders: RequestFolders, received: Received) {
    this.storage = storage
    this.folders = folders
    this.received = received
  }

  /** Any `id` that is no uuid: the top. Before the first upload nothing, and no root (API.md D29). */
  async browse(asked: Asked, token: string, id: string, query: FolderQuery): Promise<Listing> {
    const { visibility } = asked.request
    const top = visibility === 'all' ? await this.folders.shared(asked) : await this.folders.top(asked)
    if (!top) {
      if (uuid.test(id)) throw storageErrors.fail('item-not-found')
      return listing(null, [], { total: 0, from: 0, perPage: query.per_page ?? defaultPerPage })
    }
    const view = requestViewOf(token, top.id)
    if (visibility === 'all') return this.storage.browse.folder(guestScope(asked, top.id), id, query, view)
    const below = uuid.test(id) && id.toLowerCase() !== top.id
    if (!below) return this.ownAtTop(asked, top, query, view)
    const { guest } = asked
    if (!guest || visibility === 'none') throw storageErrors.fail('item-not-found')
    await this.received.allow({ ...asked, guest }, [{ id, type: 'folder' }])
    const found = await this.storage.browse.folder(guestScope(asked, top.id), id, query, view)
    const own = await this.received.own(
      guest,
      found.data.map(({ data }) => data.id),
    )
    return { ...found, data: found.data.filter(({ data }) => own.has(data.id)) }
  }

  /** Folders the guest made, as a tree. */
  async tree(asked: Asked): Promise<TreeNode[]> {
    const top = await this.folders.top(asked)
    if (!asked.guest || !top || asked.request.visibility === 'none') return []
    return nested(await this.received.folders(asked.guest), top.id)
  }

  async createFolder(entered: Entered, input: { name: string; parent_id?: string | null }) {
    const top = await this.folders.ensureTop(entered)
    const parent = await this.ownFolder(entered, top, input.parent_id)
    const row = await this.storage.folders.create(guestScope(entered, top.id), { ...input, parent_id: parent })
    await this.received.addFolder(entered, row.id)
    return { row, top: top.id }
  }

  async rename(entered: Entered, id: string, input: Parameters<StorageApi['folders']['rename']>[2]) {
    const top = await this.own(entered, [{ id, type: input.type ?? '' }])
    return { row: await this.storage.folders.rename(guestScope(entered, top.id), id, input), top: top.id }
  }

  async move(entered: Entered, items: readonly Chosen[], to: string | null) {
    const top = await this.own(entered, items)
    const target = await this.ownFolder(entered, top, to)
    return this.storage.moves.move(guestScope(entered, top.id), { items }, target)
  }

  /** To the owner's trash, whatever is asked (API.md D21); the guest does not see it again. */
  async remove(entered: Entered, items: readonly Chosen[]): Promise<void> {
    const top = await this.own(entered, items)
    await this.storage.trash.remove(guestScope(entered, top.id), { items })
    await this.received.takenBack(
      entered,
      items.map(({ id }) => id),
    )
  }

  private async own(entered: Entered, items: readonly Chosen[]): Promise<ItemRow> {
    await this.received.allow(entered, items)
    const top = await this.folders.top(entered)
    if (!top) throw storageErrors.fail('item-not-found')
    return top
  }

  private async ownFolder(entered: Entered, top: ItemRow, id: string | null | undefined): Promise<string> {
    if (!id || id === top.id) return top.id
    if (!(await this.received.own(entered.guest, [id])).has(id)) throw storageErrors.fail('parent-not-found')
    return id
  }

  private async ownAtTop(asked: Asked, top: ItemRow, query: FolderQuery, view: ItemView): Promise<Listing> {
    const perPage = query.per_page ?? defaultPerPage
    const page = Math.min(Math.max(Number.parseInt(query.cursor ?? query.page ?? '1', 10) || 1, 1), 1_000_000)
    const from = (page - 1) * perPage
    const { guest, request } = asked
    const sort = {
      down: (query.direction ?? 'desc').toLowerCase() === 'desc',
      ...(query.sort ? { by: query.sort.toLowerCase() } : {}),
    }
    const { ids, total } =
      guest && request.visibility === 'own'
        ? await this.received.listed(guest, top.id, sort, perPage, from)
        : { ids: [], total: 0 }
    const items = await this.storage.browse.items(guestScope(asked, top.id), ids, view)
    const root = presentItem({ ...top, child_count: total }, view)
    return listing(root, items, { total, from, perPage })
  }
}

const listing = (
  root: Listing['data'][number]['data'] | null,
  items: Listing['data'][number]['data'][],
  { total, from, perPage }: { total: number; from: number; perPage: number },
): Listing => ({
  data: items.map((data) => ({ data })),
  meta: {
    root: root && { data: root },
    path: [],
    paginate: {
      currentPage: Math.floor(from / perPage) + 1,
      lastPage: Math.max(1, Math.ceil(total / perPage)),
      perPage,
      total,
      from,
      nextCursor: from + perPage < total ? String(Math.floor(from / perPage) + 2) : null,
    },
  },
})

const nested = (rows: readonly OwnFolder[], parent: string): TreeNode[] =>
  rows
    .filter((row) => row.parent_id === parent)
    .map((row) => ({
      id: row.id,
      parent_id: row.parent_id,
      name: row.name,
      color: null,
      emoji: null,
      items: row.child_count,
      team_folder: false,
      folders: nested(rows, row.id),
    }))
