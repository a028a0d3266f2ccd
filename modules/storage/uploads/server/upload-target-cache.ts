import { type Db, type Events, TtlCache } from '../../../platform/index.ts'
import type { UploadEntitlement } from '../../../users/index.ts'
import type { Entitlements, Folders, ItemRow, Scope } from '../../tree/index.ts'
import { requireFolder, storageErrors } from '../../tree/index.ts'
import type { PendingFile } from './pending-file.ts'

const cacheLimits = { ttlMs: 1_000, maxEntries: 5_000 }

/** An existing folder, or a function that finds or creates it in the transaction that creates the file. */
export type FileTarget = Pick<PendingFile, 'parentId' | 'ensureParent'>

/**
 * Caches target folders and upload permissions for a second; folders until their owner's items are moved, renamed or
 * removed.
 */
export class UploadTargetCache {
  private readonly parents = new TtlCache<void>(cacheLimits)
  private readonly folders = new TtlCache<string | null>(cacheLimits)
  private readonly permissions = new TtlCache<UploadEntitlement>(cacheLimits)
  /** Uncommitted files that create their folder. */
  private readonly creating = new Map<string, Promise<ItemRow>>()
  private readonly db: Db
  private readonly entitlements: Entitlements
  private readonly folderService: Folders
  constructor(db: Db, entitlements: Entitlements, folders: Folders, events: Events) {
    this.db = db
    this.entitlements = entitlements
    this.folderService = folders
    for (const name of ['storage.items.trashed', 'storage.items.moved', 'storage.items.purged'] as const)
      events.on(name, ({ ownerId }) => this.invalidate(ownerId))
    events.on('storage.item.renamed', ({ ownerId }) => this.invalidate(ownerId))
  }

  invalidate(ownerId: string): void {
    this.parents.invalidate(ownerId)
    this.folders.invalidate(ownerId)
  }

  /** Call it when what an account may do has changed; without an account, when settings have. */
  invalidatePermissions(ownerId?: string): void {
    if (ownerId === undefined) this.permissions.clear()
    else this.permissions.invalidate(ownerId)
  }

  /** Throws 404 unless the parent is an existing folder within the scope. */
  check(scope: Scope, parentId: string | null): Promise<void> {
    return this.parents.get(scope.ownerId, `${scope.root}/${parentId}`, async () => {
      await requireFolder(this.db, scope, parentId)
    })
  }

  /** The owner's quota in bytes, or null. Throws 401 where the account may not upload. */
  async limit(scope: Scope, bytes: number): Promise<number | null> {
    const permission = await this.permissions.get(scope.ownerId, String(Math.min(bytes, 1)), () =>
      this.entitlements.canUpload(scope.ownerId, bytes),
    )
    if (!permission.allowed) throw storageErrors.fail('upload-restricted')
    return permission.limit
  }

  /**
   * Stores a file below a path. `store` gets the folder, or a function that creates it together with the file: the
   * first file creates it, and files that arrive meanwhile wait for it. A rejected file leaves no folder.
   */
  async storeBelow(
    scope: Scope,
    parentId: string | null,
    names: readonly string[],
    store: (target: FileTarget) => Promise<ItemRow>,
  ): Promise<ItemRow> {
    const key = `${scope.ownerId}/${scope.root}/${parentId}/${names.join('/')}`
    for (;;) {
      const folderId = await this.folders.get(scope.ownerId, key, () =>
        this.folderService.findPath(this.db, scope, parentId, names),
      )
      if (folderId !== null) return store({ parentId: folderId })
      this.folders.forget(scope.ownerId, key)
      const earlierFile = this.creating.get(key)
      if (!earlierFile) break
      // Where the file that creates the folder is rejected, the next one creates it.
      await earlierFile.catch(() => null)
    }
    const creating = store({
      parentId,
      ensureParent: (tx) => this.folderService.ensurePath(tx, scope, parentId, names),
    })
    this.creating.set(key, creating)
    try {
      return await creating
    } finally {
      this.creating.delete(key)
    }
  }
}
