import type { Db, Settings, Sql, Tx } from '../../../../platform/index.ts'
import { type CreateFolder, maxDepth, type RenameItem } from '../../contract.ts'
import { addChildren } from '../counters.ts'
import { cleanEmoji } from '../emoji.ts'
import type { Entitlements } from '../entitlements.ts'
import { storageErrors } from '../errors.ts'
import { rejectName } from '../file-type-blacklist.ts'
import { allow } from '../item.policy.ts'
import type { ItemRow } from '../item.row.ts'
import { numbered } from '../numbered-name.ts'
import type { Scope } from '../scope.ts'
import { cleanName, isNamed } from '../validate-name.ts'
import { findItem, lockFolder, requireFolder, requireItem } from './find-item.ts'
import { lockNames } from './tree-lock.ts'

interface NewFolder {
  parent: string | null
  name: string
  color?: string | null
  emoji?: CreateFolder['emoji']
}

/** Makes and renames folders; renames files. */
export class Folders {
  private readonly db: Db
  private readonly entitlements: Entitlements
  private readonly settings: Settings
  constructor(db: Db, entitlements: Entitlements, settings: Settings) {
    this.db = db
    this.entitlements = entitlements
    this.settings = settings
  }

  /**
   * The name is numbered where it is taken; with `merge` a folder that has it is the answer. 404 for a parent out of reach,
   * 401 where the account may not, 422 for a bad name or below 64 levels.
   */
  async create(scope: Scope, input: CreateFolder): Promise<ItemRow> {
    const gate = await this.entitlements.canCreateFolder(scope.ownerId)
    const id = await this.db.transaction(async (tx) => {
      const made = await this.createIn(tx, scope, input)
      if (!gate.allowed) throw storageErrors.fail('create-folder-restricted')
      return made
    })
    return (await requireItem(this.db, scope, id)).item
  }

  /** As `create`, within a transaction, for callers who have asked `allowCreation`. Resolves with the folder's id. */
  async createIn(tx: Tx, scope: Scope, input: CreateFolder): Promise<string> {
    allow(scope, 'create')
    const name = cleanName(input.name)
    const emoji = cleanEmoji(input.emoji)
    const parent = await requireFolder(tx, scope, input.parent_id ?? null)
    if ((parent?.depth ?? 0) >= maxDepth)
      throw storageErrors.fail('max-depth-exceeded', { field: 'parent_id', values: { limit: maxDepth } })
    const place = parent?.item.id ?? null
    await lockNames(tx, scope.ownerId)
    const there = input.on_conflict === 'merge' ? await this.child(tx, scope, place, name) : null
    return there ?? this.insert(tx, scope, { ...input, name, emoji, parent: place })
  }

  /** 401 `create-folder-restricted` where the account may not have new folders. */
  async allowCreation({ ownerId }: Scope): Promise<void> {
    if (!(await this.entitlements.canCreateFolder(ownerId)).allowed)
      throw storageErrors.fail('create-folder-restricted')
  }

  /** Whether a folder is live and in reach, as the transaction sees it. */
  async isLive(tx: Tx, scope: Scope, id: string): Promise<boolean> {
    const place = await findItem(tx, scope, id)
    return place !== null && !place.trashed && place.item.is_folder
  }

  /** The live folder at the end of `names` below `parentId` (null: top of the scope), or null. 404 without the parent. */
  async findPath(sql: Sql, scope: Scope, parentId: string | null, names: readonly string[]): Promise<string | null> {
    let current = (await requireFolder(sql, scope, parentId))?.item.id ?? null
    for (const name of names) {
      current = await this.child(sql, scope, current, name)
      if (current === null) return null
    }
    return current
  }

  /**
   * The folder at the end of `segments` below `parentId` (null: top of the scope), made where it is missing, for
   * uploads of whole folders. Live folders of exactly that name are reused; concurrent calls make one. Where a file has
   * the name, the folder is the first numbered one (`name (1)`). Null: the root.
   */
  async ensurePath(tx: Tx, scope: Scope, parentId: string | null, segments: readonly string[]): Promise<string | null> {
    const parent = await requireFolder(tx, scope, parentId)
    const names = segments.map((segment) => cleanName(segment, 'path'))
    if ((parent?.depth ?? 0) + names.length > maxDepth)
      throw storageErrors.fail('max-depth-exceeded', { field: 'path', values: { limit: maxDepth } })
    let current = parent?.item.id ?? null
    for (const name of names)
      current = (await this.child(tx, scope, current, name)) ?? (await this.makeOnce(tx, scope, current, name))
    return current
  }

  /** Name, color and emoji, each only where given; color and emoji are for folders. 404 out of reach, 422 blacklisted. */
  async rename(scope: Scope, id: string, input: RenameItem): Promise<ItemRow> {
    const { item } = await requireItem(this.db, scope, id)
    if (input.type !== undefined && (input.type === 'folder') !== item.is_folder)
      throw storageErrors.fail('item-not-found')
    allow(scope, 'rename', item)
    const name = input.name === undefined ? null : cleanName(input.name)
    // A name could otherwise become what an upload may not have (A31).
    if (name !== null && !item.is_folder) rejectName(await this.settings.get('mimetypes_blacklist'), name, null, 'name')
    const [colored, marked] = [input.color !== undefined, input.emoji !== undefined]
    const emoji = cleanEmoji(input.emoji)
    if ((colored || marked) && !item.is_folder)
      throw storageErrors.fail('folder-only', { field: colored ? 'color' : 'emoji' })
    await this.db.transaction(async (tx) => {
      if (name !== null) await lockNames(tx, scope.ownerId)
      const changed = await tx.query(
        `update items set name = coalesce($3, name), color = case when $4 then $5 else color end,
           emoji = case when $6 then $7::jsonb else emoji end, updated_at = now()
         where id = $1 and owner_id = $2 and trashed_at is null returning id`,
        [id, scope.ownerId, name, colored, input.color ?? null, marked, emoji && JSON.stringify(emoji)],
        'storage.rename',
      )
      if (changed.length === 0) throw storageErrors.fail('item-not-found')
      tx.emit('storage.item.renamed', { ...eventOf(scope), itemId: id, parentId: item.parent_id })
    })
    return (await requireItem(this.db, scope, id)).item
  }

  private async child(tx: Sql, scope: Scope, parent: string | null, name: string): Promise<string | null> {
    for (let number = 0; ; number++) {
      const wanted = number === 0 ? name : numbered(name, number, true)
      const [found] = await tx.query<{ id: string; is_folder: boolean }>(
        `select id, is_folder from items where ${isNamed('items', '$1', '$2')}`,
        [parent ?? scope.ownerId, wanted],
        'storage.child-folder',
      )
      if (!found || found.is_folder) return found?.id ?? null
    }
  }

  /** Waits for whoever makes it at the same moment, then looks again. */
  private async makeOnce(tx: Tx, scope: Scope, parent: string | null, name: string): Promise<string> {
    await lockNames(tx, scope.ownerId)
    return (await this.child(tx, scope, parent, name)) ?? this.insert(tx, scope, { parent, name })
  }

  private async insert(tx: Tx, scope: Scope, folder: NewFolder): Promise<string> {
    if (folder.parent) await lockFolder(tx, folder.parent)
    const [made] = await tx.query<{ id: string }>(
      `insert into items (owner_id, creator_id, parent_id, is_folder, name, kind, color, emoji)
       values ($1, $2, $3, true, $4, 'folder', $5, $6) returning id`,
      [
        scope.ownerId,
        scope.actor.userId,
        folder.parent,
        folder.name,
        folder.color ?? null,
        folder.emoji ? JSON.stringify(folder.emoji) : null,
      ],
      'storage.insert-folder',
    )
    const { id } = made as { id: string }
    await addChildren(tx, scope.ownerId, folder.parent, 1)
    tx.emit('storage.folder.created', { ...eventOf(scope), itemId: id, parentId: folder.parent })
    return id
  }
}

const eventOf = ({ ownerId, actor }: Scope) => ({
  ownerId,
  actorId: actor.userId,
  socketId: actor.socketId ?? null,
})
