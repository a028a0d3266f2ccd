import type { Db } from '../../../platform/index.ts'
import { isUuid } from '../../../shared/contract.ts'
import type { FolderQuery, Item, Listing, ParentRef, TreeNode } from '../../../storage/contract.ts'
import {
  folderNameOf,
  type ItemPresentation,
  type ItemRow,
  presentItem,
  presentUnderName,
  type Scope,
  type StorageApi,
  storageErrors,
} from '../../../storage/index.ts'
import type { UploaderRow } from '../file-request.row.ts'
import { type FileRequestAccess, type FileRequestLookup, noFolderRoot, uploaderScope } from './file-request-access.ts'
import type { FileRequestFolders, UploaderFolders } from './file-request-folders.ts'
import type { FileRequestUploaders } from './file-request-uploaders.ts'
import type { UploaderFolder, UploaderItems } from './uploader-items.ts'

interface ItemRef {
  id: string
  type: string
}

/** How items are presented to uploaders: URLs carry the token, and no folder above `root` is named. */
export const fileRequestItemView = (token: string, root: string): ItemPresentation => ({
  query: `request=${token}`,
  favorites: false,
  top: root,
})

/** Actions of uploaders on their own items: each checks that the items are theirs, then runs on the owner's account. */
export class UploaderActions {
  private readonly db: Db
  private readonly storage: StorageApi
  private readonly folders: FileRequestFolders
  private readonly uploaderItems: UploaderItems
  private readonly uploaders: Pick<FileRequestUploaders, 'sent'>
  constructor(
    db: Db,
    storage: StorageApi,
    folders: FileRequestFolders,
    uploaderItems: UploaderItems,
    uploaders: Pick<FileRequestUploaders, 'sent'>,
  ) {
    this.db = db
    this.storage = storage
    this.folders = folders
    this.uploaderItems = uploaderItems
    this.uploaders = uploaders
  }

  /** Any `id` that is no UUID is the root. Before the first upload the list is empty and has no root (D29). */
  async browse(lookup: FileRequestLookup, token: string, id: string, query: FolderQuery): Promise<Listing> {
    const { visibility } = lookup.fileRequest
    const folders = await this.folders.ofUploader(lookup)
    const root = folders && (visibility === 'all' ? folders.requestFolder : await this.shownRoot(lookup, folders))
    if (!root) {
      if (isUuid(id)) throw storageErrors.fail('item-not-found')
      return this.storage.browse.among(uploaderScope(lookup, noFolderRoot), [], query)
    }
    const scope = uploaderScope(lookup, folders.requestFolder.id)
    const view = fileRequestItemView(token, root.id)
    if (visibility === 'all')
      return this.markOthers(lookup, folders, await this.storage.browse.folder(scope, id, query, view))
    const shown = { scope, root, topIds: folders.topIds, view }
    if (!isUuid(id) || id.toLowerCase() === root.id)
      return this.browseOwn(lookup, shown, { data: presentItem(root, view), path: [] }, query)
    const { uploader } = lookup
    if (!uploader || visibility === 'none') throw storageErrors.fail('item-not-found')
    await this.uploaderItems.requireOwn({ ...lookup, uploader }, [{ id, type: 'folder' }])
    const { data, meta } = await this.storage.browse.item(scope, id, view)
    if (data.type !== 'folder') throw storageErrors.fail('item-not-found')
    return this.browseOwn(lookup, shown, { data, path: meta.path }, query)
  }

  /** An uploader who has sent nothing is not shown that the request's folder exists: others have sent something. */
  private async shownRoot({ uploader }: FileRequestLookup, folders: UploaderFolders): Promise<ItemRow | null> {
    if (folders.uploaderRoot) return folders.uploaderRoot
    const sent = uploader ? await this.uploaderItems.ownIn(uploader, folders.topIds) : []
    return sent.length > 0 ? folders.requestFolder : null
  }

  /** Marks the items of others, which the uploader may only open; the open folder too, where they may add nothing to it. */
  private async markOthers(
    { uploader }: FileRequestLookup,
    { requestFolder, uploaderRoot }: UploaderFolders,
    listing: Listing,
  ): Promise<Listing> {
    const root = listing.meta.root?.data
    const items = [...(root ? [root] : []), ...listing.data.map(({ data }) => data)]
    const ownItems = await this.uploaderItems.own(
      uploader,
      items.map(({ id }) => id),
    )
    const isRoot = (id: string) => id === requestFolder.id || id === uploaderRoot?.id
    for (const item of items)
      if (!ownItems.has(item.id) && !(item === root && isRoot(item.id))) item.attributes.access = 'visitor'
    return listing
  }

  /** Folders the uploader created, as a tree. */
  async tree(lookup: FileRequestLookup): Promise<TreeNode[]> {
    const folders = await this.folders.ofUploader(lookup)
    if (!lookup.uploader || !folders || lookup.fileRequest.visibility === 'none') return []
    return treeOf(await this.uploaderItems.folders(lookup.uploader), folders.topIds)
  }

  /** With `merge`, the uploader's own folder of that name is returned; one of another uploader is not used. */
  async createFolder(access: FileRequestAccess, input: Parameters<StorageApi['folders']['create']>[1]) {
    const folders = await this.folders.ofUploader(access)
    const root = folders?.uploaderRoot ?? null
    const parentId = input.parent_id ?? null
    if (parentId !== null && (!folders || parentId !== (await this.ownFolder(access, root, parentId))))
      throw storageErrors.fail('parent-not-found')
    await this.folders.requireCreationAllowed(access)
    const scope = { ...uploaderScope(access, noFolderRoot), root: folders?.requestFolder.id ?? null }
    const name = folderNameOf(input).normalize('NFC')
    const id = await this.db.transaction(async (tx) => {
      const parent = await this.folders.ensurePath(tx, access, parentId, [])
      const { on_conflict, ...folder } = input
      const ownFolder =
        on_conflict === 'merge' ? await this.uploaderItems.folderNamed(tx, access.uploader, parent, name) : null
      if (ownFolder) return ownFolder
      // Never merged by storage, whose folder of that name may be another uploader's: the new one gets a number.
      const created = await this.storage.folders.createIn(tx, scope, { ...folder, name, parent_id: parent })
      await this.uploaderItems.addFolder(tx, access, created, name)
      return created
    })
    const row = await this.storage.browse.activeRow(scope, id)
    return { row: withSentName(access, row, name), root: root?.id ?? (row.parent_id as string) }
  }

  async rename(access: FileRequestAccess, id: string, input: Parameters<StorageApi['folders']['rename']>[2]) {
    const { scope, root } = await this.requireOwn(access, [{ id, type: input.type ?? '' }])
    const row = await this.storage.folders.rename(scope, id, input)
    const name = input.name?.trim().normalize('NFC')
    if (name !== undefined) await this.uploaderItems.rename(access.uploader, id, name)
    const { parent_id } = row
    const names = await this.uploaderItems.own(access.uploader, parent_id === null ? [id] : [id, parent_id])
    const shown = withSentName(access, row, name ?? names.get(id) ?? row.name)
    const isParentShown =
      access.fileRequest.visibility === 'all' || parent_id === root.id || (parent_id !== null && names.has(parent_id))
    return { row: isParentShown ? shown : { ...shown, parent_id: null }, root: root.id }
  }

  async move(access: FileRequestAccess, items: readonly ItemRef[], to: string | null) {
    const { scope, root } = await this.requireOwn(access, items)
    const target = to ? await this.ownFolder(access, root, to) : root.id
    return (await this.storage.moves.move(scope, { items }, target)).items
  }

  /** Always to the owner's trash (D21); the uploader no longer sees the items. */
  async remove(access: FileRequestAccess, items: readonly ItemRef[]): Promise<void> {
    await this.uploaderItems.requireOwn(access, items)
    await this.trashSent(access, items)
  }

  /** As `remove`, for items that are known to be this uploader's own, also where uploaders see nothing. */
  async trashSent(access: FileRequestAccess, items: readonly ItemRef[]): Promise<void> {
    const { scope } = await this.requireFolders(access)
    const ids = items.map(({ id }) => id)
    // In the transaction that has locked the request's row: after an error here, items in the trash would stay counted.
    await this.storage.trash.remove(scope, { items }, async (tx) => {
      await this.uploaderItems.markRemoved(tx, access, ids)
      return null
    })
  }

  private async requireOwn(access: FileRequestAccess, items: readonly ItemRef[]) {
    await this.uploaderItems.requireOwn(access, items)
    return this.requireFolders(access)
  }

  private async requireFolders(access: FileRequestAccess) {
    const folders = await this.folders.ofUploader(access)
    if (!folders) throw storageErrors.fail('item-not-found')
    const { requestFolder, uploaderRoot } = folders
    return { scope: uploaderScope(access, requestFolder.id), root: uploaderRoot ?? requestFolder }
  }

  private async ownFolder(access: FileRequestAccess, root: ItemRow | null, id: string): Promise<string> {
    if (id === root?.id) return id
    if (!(await this.uploaderItems.own(access.uploader, [id])).has(id)) throw storageErrors.fail('parent-not-found')
    return id
  }

  /**
   * The uploader's own items in a folder, under the names they gave; the folder's `items` and `size` count only these. A
   * folder of others, into which the owner has moved an own one, is left out of the path: the uploader has never seen it.
   */
  private async browseOwn(
    { uploader, fileRequest }: FileRequestLookup,
    { scope, root, topIds, view }: { scope: Scope; root: ItemRow; topIds: readonly string[]; view: ItemPresentation },
    { data: folder, path }: { data: Item; path: ParentRef[] },
    query: FolderQuery,
  ): Promise<Listing> {
    const parents = folder.id === root.id ? topIds : [folder.id]
    const ids = uploader && fileRequest.visibility === 'own' ? await this.uploaderItems.ownIn(uploader, parents) : []
    const { data, meta } = await this.storage.browse.among(scope, ids, query, view)
    const names = await this.uploaderItems.own(uploader, [folder.id, ...ids, ...path.map(({ id }) => id)])
    const size = uploader ? await this.ownBytes(uploader, folder.id, root) : 0
    const counted = { ...folder, attributes: { ...folder.attributes, items: meta.paginate.total, size } }
    const named = path.flatMap((ancestor) => {
      if (ancestor.id === root.id) return [{ ...ancestor, name: root.name }]
      return names.has(ancestor.id) ? [{ ...ancestor, name: names.get(ancestor.id) ?? ancestor.name }] : []
    })
    return {
      data: data.map((item) => ({ data: presentAsSent(item.data, names, root) })),
      meta: { ...meta, root: { data: presentAsSent(counted, names, root) }, path: named },
    }
  }

  /** At the root the uploader's total: rows below it are not read, as files of others are among them. */
  private async ownBytes(uploader: UploaderRow, folderId: string, root: ItemRow): Promise<number> {
    if (folderId === root.id) return (await this.uploaders.sent(uploader)).bytes
    return this.uploaderItems.bytesBelow(uploader, folderId)
  }
}

/** The row under the name its uploader gave; under its own name where everybody sees everything. */
export const withSentName = ({ fileRequest }: FileRequestAccess, row: ItemRow, name: string): ItemRow =>
  fileRequest.visibility === 'all' ? row : { ...row, name }

/** An item and its parent folder under the names the uploader gave them; a parent that is not theirs is left out. */
const presentAsSent = (item: Item, names: ReadonlyMap<string, string | null>, root: ItemRow): Item => {
  const name = names.get(item.id)
  const named = name ? presentUnderName(item, name) : item
  const { parent, ...relationships } = named.relationships
  const { parent_id, ...attributes } = named.attributes
  if (parent_id !== null && parent_id !== root.id && !names.has(parent_id))
    return { ...named, attributes: { ...attributes, parent_id: null }, relationships }
  const parentName = parent && (parent.data.id === root.id ? root.name : names.get(parent.data.id))
  if (!parent || !parentName) return named
  const data = { ...parent.data, attributes: { ...parent.data.attributes, name: parentName } }
  return { ...named, relationships: { ...relationships, parent: { data } } }
}

const treeOf = (rows: readonly UploaderFolder[], parents: readonly string[]): TreeNode[] =>
  rows
    .filter((row) => row.parent_id !== null && parents.includes(row.parent_id))
    .map((row) => ({
      id: row.id,
      parent_id: row.parent_id,
      name: row.name,
      color: null,
      emoji: null,
      items: row.child_count,
      team_folder: false,
      folders: treeOf(rows, [row.id]),
    }))
