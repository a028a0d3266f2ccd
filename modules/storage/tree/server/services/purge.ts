import { type Db, type Events, isForeignKeyViolation, type Tx } from '../../../../platform/index.ts'
import { itemsEvent } from '../events.ts'
import type { Scope } from '../scope.ts'
import { foldersWithin } from './folders-within.ts'
import { removeBatchSize, removeRows } from './remove-rows.ts'
import { rootsInTrash } from './still-trashed.ts'
import { lockTree } from './tree-lock.ts'

const folderBatchSize = 100
/** Attempts to remove a tree to which items are added meanwhile. */
const maxAttempts = 5

interface Folder {
  root: string
  id: string
}

interface PurgeOptions {
  /** Called with the number of rows that a transaction removes, inside it. An error rolls it back and ends the work. */
  onRemoved?: (tx: Tx, rows: number) => Promise<void>
  /** Roots that are still to be removed, asked in each transaction; by default the roots that are in the trash. */
  stillTrashed?: (tx: Tx, roots: readonly string[]) => Promise<ReadonlySet<string>>
  /** SQL condition over `items i`: other items stay in the trash, together with the folders above them. */
  only?: string
  /** Aborted when the process stops: the work then ends between two transactions, and rejects with the reason. */
  signal?: AbortSignal
}

/** Runs in the transaction that deletes folders, before it does; some of them may stay. */
type FolderHook = (tx: Tx, ownerId: string, folderIds: readonly string[]) => Promise<void>

/** Ids for a condition, given the roots that are still to be removed. */
type IdsToRemove = (tx: Tx, trashed: ReadonlySet<string>) => Promise<string[]>

/** Items that were trashed before their folder are trashed trees of their own and not part of the folder's. */
const foldersBelowSql = `with recursive down as (
    select id as root, id, 0 as height from items where id = any($1::uuid[]) and is_folder and owner_id = $2
    union all
    select down.root, c.id, down.height + 1 from down join items c on c.parent_id = down.id
    where c.is_folder and c.trashed_at is null
  ) select root, id from down order by height desc`

/** Such items stay in the trash without their folder, and are restored to the root. */
const detachTrashedSql = `with own as (
    select id from items where owner_id = $1 and parent_id = any($2::uuid[]) and trashed_at is not null
    limit ${removeBatchSize} for update
  ) update items set parent_id = null from own where items.id = own.id returning 1`

/** Deletes items permanently, in small transactions, so that other calls of the same owner never wait long. */
export class Purge {
  private readonly db: Db
  private readonly events: Events
  private readonly folderHooks: FolderHook[] = []
  constructor(db: Db, events: Events) {
    this.db = db
    this.events = events
  }

  /** Registers a module that keeps rows of folders. */
  beforeFolders(hook: FolderHook): void {
    this.folderHooks.push(hook)
  }

  /**
   * Removes trashed trees, except items in them that were trashed before, frees their bytes and releases their blobs. A
   * root, or a folder in its tree, that is restored meanwhile keeps the items that it still has; a stop half-way leaves the
   * rest in the trash.
   */
  async trees(scope: Scope, roots: readonly string[], options: PurgeOptions = {}): Promise<void> {
    for (let start = 0; start < roots.length; start += removeBatchSize)
      await this.removeTrees(scope, roots.slice(start, start + removeBatchSize), options)
    if (roots.length === 0) return
    this.events.emit('storage.items.purged', itemsEvent(scope, roots.length <= removeBatchSize ? roots : [], []))
  }

  private async removeTrees(scope: Scope, roots: readonly string[], options: PurgeOptions): Promise<void> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      try {
        const folders = await this.db.query<Folder>(foldersBelowSql, [roots, scope.ownerId])
        for (let start = 0; start < folders.length; start += folderBatchSize)
          await this.removeFolders(scope, folders.slice(start, start + folderBatchSize), options)
        const files = 'i.id = any($2::uuid[]) and not i.is_folder and i.trashed_at is not null'
        await this.removeAll(scope, files, async (_tx, trashed) => [...trashed], roots, options)
        return
      } catch (error) {
        // A file was uploaded into a folder just before the folder was removed, or `only` excludes an item inside it.
        if (!isForeignKeyViolation(error)) throw error
      }
    }
  }

  /** Folders are sorted deepest first: all folders below them were removed before. */
  private async removeFolders(scope: Scope, folders: Folder[], options: PurgeOptions): Promise<void> {
    const roots = [...new Set(folders.map(({ root }) => root))]
    const listed = folders.map(({ id }) => id)
    // In each transaction: the list was read before, and a folder of it may have left the trash since.
    const within: IdsToRemove = (tx, trashed) => foldersWithin(tx, listed, trashed)
    const detach = async (tx: Tx, trashed: ReadonlySet<string>) => {
      const ids = await within(tx, trashed)
      return ids.length > 0 ? (await tx.query(detachTrashedSql, [scope.ownerId, ids])).length : 0
    }
    await this.repeat(scope, roots, options, detach)
    const files = 'i.parent_id = any($2::uuid[]) and not i.is_folder and i.trashed_at is null'
    await this.removeAll(scope, files, within, roots, options)
    const told: IdsToRemove = async (tx, trashed) => {
      const ids = await within(tx, trashed)
      for (const hook of this.folderHooks) await hook(tx, scope.ownerId, ids)
      return ids
    }
    await this.removeAll(scope, 'i.id = any($2::uuid[]) and i.is_folder', told, roots, options)
  }

  private removeAll(
    scope: Scope,
    condition: string,
    idsOf: IdsToRemove,
    roots: readonly string[],
    options: PurgeOptions,
  ): Promise<void> {
    const { onRemoved, only = 'true' } = options
    return this.repeat(scope, roots, options, async (tx, trashed) => {
      const ids = await idsOf(tx, trashed)
      const rows = ids.length === 0 ? 0 : await removeRows(tx, scope.ownerId, `${condition} and ${only}`, ids)
      if (rows > 0) await onRemoved?.(tx, rows)
      return rows
    })
  }

  /**
   * Runs `batch` in transactions of its own, each with the tree lock, until one handles less than a full batch. `batch`
   * receives the roots that are still in the trash and resolves with the number of rows it handled. Generic plans: for the
   * check that a deleted item has no children, PostgreSQL would otherwise make a plan per row, half of the whole time.
   */
  private async repeat(
    scope: Scope,
    roots: readonly string[],
    { stillTrashed = rootsInTrash, signal }: PurgeOptions,
    batch: (tx: Tx, trashed: ReadonlySet<string>) => Promise<number>,
  ): Promise<void> {
    for (;;) {
      signal?.throwIfAborted()
      const rows = await this.db.transaction(async (tx) => {
        await tx.query('set local plan_cache_mode = force_generic_plan')
        await lockTree(tx, scope.ownerId)
        return batch(tx, await stillTrashed(tx, roots))
      })
      if (rows < removeBatchSize) return
    }
  }
}
