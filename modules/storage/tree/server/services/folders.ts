import type { Db, Settings, Sql, Tx } from '../../../../platform/index.ts'
import { type CreateFolder, maxDepth, type RenameItem } from '../../contract.ts'
import { type DiskSpace, requireDiskReserve } from '../disk-reserve.ts'
import { cleanEmoji } from '../emoji.ts'
import type { Entitlements } from '../entitlements.ts'
import { storageErrors } from '../errors.ts'
import { itemEvent } from '../events.ts'
import { rejectBlacklistedName } from '../file-type-blacklist.ts'
import { allow } from '../item.policy.ts'
import type { ItemRow } from '../item.row.ts'
import type { Scope } from '../scope.ts'
import { cleanName, folderNameOf } from '../validate-name.ts'
import { findChildFolder, findOrInsertFolder, insertFolder } from './child-folder.ts'
import { findItem, requireFolder, requireItem } from './find-item.ts'
import { lockNames } from './tree-lock.ts'

/** Creates and renames folders; renames files. */
export class Folders {
  private readonly db: Db
  private readonly entitlements: Entitlements
  private readonly settings: Settings
  private readonly blobs: DiskSpace
  constructor(db: Db, entitlements: Entitlements, settings: Settings, blobs: DiskSpace) {
    this.db = db
    this.entitlements = entitlements
    this.settings = settings
    this.blobs = blobs
  }

  /**
   * Creates a folder. A name that is taken is numbered; with `merge` an existing folder of the name is returned. 404 for a
   * parent outside the scope, 401 when the account is restricted, 422 for an invalid name or below 64 levels, 507 when the
   * disk is full.
   */
  async create(scope: Scope, input: CreateFolder): Promise<ItemRow> {
    await requireDiskReserve(this.blobs)
    const entitlement = await this.entitlements.canCreateFolder(scope.ownerId)
    const id = await this.db.transaction(async (tx) => {
      const created = await this.createIn(tx, scope, { ...input, name: folderNameOf(input) })
      if (!entitlement.allowed) throw storageErrors.fail('create-folder-restricted')
      return created
    })
    return (await requireItem(this.db, scope, id)).item
  }

  /**
   * Like `create`, within a transaction; keeps spaces around the name; the caller calls `allowCreation` before. Resolves
   * with the folder's id.
   */
  async createIn(tx: Tx, scope: Scope, input: CreateFolder): Promise<string> {
    allow(scope, 'create')
    await scope.lockPermission?.(tx)
    const name = cleanName(input.name)
    const emoji = cleanEmoji(input.emoji)
    // Before the parent is checked: it may be moved out of the scope while this waits.
    await lockNames(tx, scope.ownerId)
    const parent = await requireFolder(tx, scope, input.parent_id ?? null)
    if ((parent?.depth ?? 0) >= maxDepth)
      throw storageErrors.fail('max-depth-exceeded', { field: 'parent_id', values: { limit: maxDepth } })
    const parentId = parent?.item.id ?? null
    const existing = input.on_conflict === 'merge' ? await findChildFolder(tx, scope, parentId, name) : null
    return existing ?? insertFolder(tx, scope, { ...input, name, emoji, parentId })
  }

  /** 401 `create-folder-restricted` when the account may not create folders, 507 `disk-full`. */
  async allowCreation({ ownerId }: Scope): Promise<void> {
    await requireDiskReserve(this.blobs)
    if (!(await this.entitlements.canCreateFolder(ownerId)).allowed)
      throw storageErrors.fail('create-folder-restricted')
  }

  /** Whether the transaction sees the folder as active and within the scope. */
  async isActive(tx: Tx, scope: Scope, id: string): Promise<boolean> {
    const location = await findItem(tx, scope, id)
    return location !== null && !location.trashed && location.item.is_folder
  }

  /** Id of the active folder at the path `names` below `parentId` (null: root of the scope), or null. 404 for the parent. */
  async findPath(sql: Sql, scope: Scope, parentId: string | null, names: readonly string[]): Promise<string | null> {
    let current = (await requireFolder(sql, scope, parentId))?.item.id ?? null
    for (const name of names) {
      current = await findChildFolder(sql, scope, current, name)
      if (current === null) return null
    }
    return current
  }

  /**
   * Id of the folder at the path `segments` below `parentId` (null: root of the scope), creating missing folders, for
   * uploads of whole folders. Reuses active folders of exactly that name; concurrent calls create one. Where a file has
   * the name, the folder is the first numbered one (`name (1)`). Resolves with null for the owner's root.
   */
  async ensurePath(tx: Tx, scope: Scope, parentId: string | null, segments: readonly string[]): Promise<string | null> {
    const parent = await requireFolder(tx, scope, parentId)
    const names = segments.map((segment) => cleanName(segment, 'path'))
    if ((parent?.depth ?? 0) + names.length > maxDepth)
      throw storageErrors.fail('max-depth-exceeded', { field: 'path', values: { limit: maxDepth } })
    let current = parent?.item.id ?? null
    for (const name of names)
      current =
        (await findChildFolder(tx, scope, current, name)) ?? (await findOrInsertFolder(tx, scope, current, name))
    return current
  }

  /**
   * Changes name, color and emoji, each only where given; files have a name only. 404 outside the scope, 422 for an
   * invalid name, a blacklisted type or color and emoji of a file.
   */
  async rename(scope: Scope, id: string, input: RenameItem): Promise<ItemRow> {
    const typed = input.name === undefined ? input : { ...input, name: input.name.trim() }
    await this.db.transaction((tx) => this.renameIn(tx, scope, id, typed))
    return (await requireItem(this.db, scope, id)).item
  }

  /** Like `rename`, within a transaction; keeps spaces around the name. */
  async renameIn(tx: Tx, scope: Scope, id: string, input: RenameItem): Promise<void> {
    const { item } = await requireItem(tx, scope, id)
    if (input.type !== undefined && (input.type === 'folder') !== item.is_folder)
      throw storageErrors.fail('item-not-found')
    allow(scope, 'rename', item)
    const name = input.name === undefined ? null : cleanName(input.name)
    // Otherwise a rename could give a file a type that uploads may not have (A31).
    if (name !== null && !item.is_folder)
      rejectBlacklistedName(await this.settings.get('mimetypes_blacklist'), name, null, 'name')
    const [withColor, withEmoji] = [input.color !== undefined, input.emoji !== undefined]
    const emoji = cleanEmoji(input.emoji)
    if ((withColor || withEmoji) && !item.is_folder)
      throw storageErrors.fail('folder-only', { field: withColor ? 'color' : 'emoji' })
    await scope.lockPermission?.(tx)
    await lockNames(tx, scope.ownerId)
    // Once more: it may have been moved out of the scope while this waited.
    const { item: locked } = await requireItem(tx, scope, id)
    const changed = await tx.query(
      `update items set name = coalesce($3, name), color = case when $4 then $5 else color end,
         emoji = case when $6 then $7::jsonb else emoji end, updated_at = now()
       where id = $1 and owner_id = $2 and trashed_at is null returning id`,
      [id, scope.ownerId, name, withColor, input.color ?? null, withEmoji, emoji && JSON.stringify(emoji)],
      'storage.rename',
    )
    if (changed.length === 0) throw storageErrors.fail('item-not-found')
    tx.emit('storage.item.renamed', itemEvent(scope, id, locked.parent_id))
  }
}
