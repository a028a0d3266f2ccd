import { type Config, type Db, decrypt, deriveKey, encrypt } from '../../../platform/index.ts'
import { type OperationRow, type StorageApi, storageErrors } from '../../../storage/index.ts'
import type { ShareAccess } from './share-access.ts'

/** The toast that offers the undo is shown for ten seconds. */
const undoTtlMs = 120_000

/** Content of the encrypted `undo`: who may undo what, until when (ms since 1970). */
interface Undo {
  actor: string
  expiresAt: number
  deletion: { operation: string } | { at: string; items: { id: string; type: string }[] }
}

type Target = Parameters<StorageApi['trash']['moveToTrash']>[1]

/** How a link's editors delete items, and undo that. The owner's trash stays closed to them (A19, D21). */
export class UndoableDeletes {
  private readonly storage: StorageApi
  private readonly key: Buffer
  private readonly db: Db
  constructor(db: Db, storage: StorageApi, { appKey }: Config) {
    this.db = db
    this.storage = storage
    this.key = deriveKey(appKey, 'share-removal')
  }

  /** Always to the trash. More than 500 items are moved after the response: `operation`. */
  async delete({ scope }: ShareAccess, target: Target) {
    const operation = await this.storage.bulk.remove(scope, target)
    if (operation)
      return { operation, at: null, undo: await this.encrypt(scope.actor.key, { operation: operation.id }) }
    const trashed = await this.storage.trash.moveToTrash(scope, target)
    if (!trashed) return { operation: null, at: null, undo: null }
    const { at, items } = trashed
    return { operation: null, at, undo: await this.encrypt(scope.actor.key, { at: at.toISOString(), items }) }
  }

  /** The operation that restores, for a bulk deletion. 422 when it is another browser's, or too old. */
  async undo({ scope }: ShareAccess, undo: string): Promise<OperationRow | null> {
    const { actor, expiresAt, deletion } = this.decrypt(undo)
    if (actor !== scope.actor.key || expiresAt < (await this.db.now()).getTime())
      throw storageErrors.fail('not-undoable')
    if (!('operation' in deletion)) {
      await this.storage.restore.undoRemoval(scope, { items: deletion.items, at: new Date(deletion.at) })
      return null
    }
    const { operations } = this.storage
    // Cancelled first: items that are not deleted yet need no undo.
    if ((await operations.find(scope, deletion.operation)).state === 'running')
      await operations.cancel(scope, deletion.operation)
    return operations.undo(scope, deletion.operation)
  }

  private async encrypt(actor: string, deletion: Undo['deletion']): Promise<string> {
    const undo: Undo = { actor, expiresAt: (await this.db.now()).getTime() + undoTtlMs, deletion }
    return encrypt(this.key, JSON.stringify(undo)).toString('base64url')
  }

  private decrypt(undo: string): Undo {
    try {
      return JSON.parse(decrypt(this.key, Buffer.from(undo, 'base64url'))) as Undo
    } catch {
      throw storageErrors.fail('not-undoable')
    }
  }
}
