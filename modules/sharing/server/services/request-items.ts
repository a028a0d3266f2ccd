import type { Db } from '../../../platform/index.ts'
import type { FolderQuery, Item, Listing, ParentRef, TreeNode } from '../../../storage/contract.ts'
import {
  type ItemRow,
  type ItemView,
  presentItem,
  presentUnderName,
  type StorageApi,
  storageErrors,
} from '../../../storage/index.ts'
import type { OwnFolder, Received } from './received.ts'
import type { RequestFolders } from './request-folders.ts'
import { type Asked, type Entered, guestScope, nowhere } from './request-guard.ts'

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
  private readonly db: Db
  private readonly storage: StorageApi
  private readonly folders: RequestFolders
  private readonly received: Received
  constructor(db: Db, storage: StorageApi, folders: RequestFolders, received: Received) {
    this.db = db
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
      return this.storage.browse.among(guestScope(asked, nowhere), [], query)
    }
    const view = requestViewOf(token, top.id)
    if (visibility === 'all') return this.storage.browse.folder(guestScope(asked, top.id), id, query, view)
    if (!uuid.test(id) || id.toLowerCase() === top.id)
      return this.ownIn(asked, top, { data: presentItem(top, view), path: [] }, query, view)
    const { guest } = asked
    if (!guest || visibility === 'none') throw storageErrors.fail('item-not-found')
    await this.received.allow({ ...asked, guest }, [{ id, type: 'folder' }])
    const { data, meta } = await this.storage.browse.item(guestScope(asked, top.id), id, view)
    if (data.type !== 'folder') throw storageErrors.fail('item-not-found')
    return this.ownIn(asked, top, { data, path: meta.path }, query, view)
  }

  /** Folders the guest made, as a tree. */
  async tree(asked: Asked): Promise<TreeNode[]> {
    const top = await this.folders.top(asked)
    if (!asked.guest || !top || asked.request.visibility === 'none') return []
    return nested(await this.received.folders(asked.guest), top.id)
  }

  async createFolder(entered: Entered, input: Parameters<StorageApi['folders']['create']>[1]) {
    const known = await this.folders.top(entered)
    const parentId = input.parent_id ?? null
    if (parentId !== null && (!known || parentId !== (await this.ownFolder(entered, known, parentId))))
      throw storageErrors.fail('parent-not-found')
    await this.folders.allowCreation(entered)
    const scope = { ...guestScope(entered, nowhere), root: known?.id ?? null }
    const name = input.name.normalize('NFC')
    const id = await this.db.transaction(async (tx) => {
      const parent = await this.folders.ensurePath(tx, entered, parentId, [])
      // No `on_conflict`: a folder of that name may be another guest's.
      const { on_conflict: _merge, ...folder } = input
      const made = await this.storage.folders.createIn(tx, scope, { ...folder, parent_id: parent })
      await this.received.addFolder(tx, entered, made, name)
      return made
    })
    const row = await this.storage.browse.live(scope, id)
    return { row: shownAs(entered, row, name), top: known?.id ?? (row.parent_id as string) }
  }

  async rename(entered: Entered, id: string, input: Parameters<StorageApi['folders']['rename']>[2]) {
    const top = await this.own(entered, [{ id, type: input.type ?? '' }])
    const row = await this.storage.folders.rename(guestScope(entered, top.id), id, input)
    const name = input.name?.normalize('NFC')
    if (name !== undefined) await this.received.rename(entered.guest, id, name)
    const known = name ?? (await this.received.own(entered.guest, [id])).get(id) ?? row.name
    return { row: shownAs(entered, row, known), top: top.id }
  }

  async move(entered: Entered, items: readonly Chosen[], to: string | null) {
    const top = await this.own(entered, items)
    const target = await this.ownFolder(entered, top, to)
    return (await this.storage.moves.move(guestScope(entered, top.id), { items }, target)).items
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

  /** What the guest sent into a folder, as they called it; its `items` counts no more than that. */
  private async ownIn(
    asked: Asked,
    top: ItemRow,
    { data: folder, path }: { data: Item; path: ParentRef[] },
    query: FolderQuery,
    view: ItemView,
  ): Promise<Listing> {
    const { guest, request } = asked
    const ids = guest && request.visibility === 'own' ? await this.received.ownIn(guest, folder.id) : []
    const { data, meta } = await this.storage.browse.among(guestScope(asked, top.id), ids, query, view)
    const names = await this.received.own(guest, [folder.id, ...ids, ...path.map(({ id }) => id)])
    const root = asSent({ ...folder, attributes: { ...folder.attributes, items: meta.paginate.total } }, names, top)
    const named = path.map((above) => ({
      ...above,
      name: above.id === top.id ? top.name : (names.get(above.id) ?? above.name),
    }))
    return {
      data: data.map((item) => ({ data: asSent(item.data, names, top) })),
      meta: { ...meta, root: { data: root }, path: named },
    }
  }
}

/** A row under the name by which its guest knows it; by its own where everybody sees everything. */
export const shownAs = ({ request }: Entered, row: ItemRow, name: string): ItemRow =>
  request.visibility === 'all' ? row : { ...row, name }

/** An item as its guest called it, and the folder it is in. */
const asSent = (item: Item, names: ReadonlyMap<string, string | null>, top: ItemRow): Item => {
  const name = names.get(item.id)
  const named = name ? presentUnderName(item, name) : item
  const { parent } = named.relationships
  const parentName = parent && (parent.data.id === top.id ? top.name : names.get(parent.data.id))
  if (!parent || !parentName) return named
  const data = { ...parent.data, attributes: { ...parent.data.attributes, name: parentName } }
  return { ...named, relationships: { ...named.relationships, parent: { data } } }
}

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
