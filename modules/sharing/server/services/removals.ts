import { type Config, type Db, deriveKey, seal, unseal } from '../../../platform/index.ts'
import { type OperationRow, type StorageApi, storageErrors } from '../../../storage/index.ts'
import type { Admission } from './guard.ts'

/** ms in which a removal can be taken back; the toast that offers it stands for ten seconds. */
const undoLife = 120_000

/** What the sealed `undo` says: who may take back what, until when (ms since 1970). */
interface Undo {
  by: string
  until: number
  deed: { operation: string } | { at: string; items: { id: string; type: string }[] }
}

type Which = Parameters<StorageApi['trash']['throwAway']>[1]

/** How editors of links remove, and take that back. The owner's trash stays closed to them (A19, D21). */
export class Removals {
  private readonly storage: StorageApi
  private readonly key: Buffer
  private readonly db: Db
  constructor(db: Db, storage: StorageApi, { appKey }: Config) {
    this.db = db
    this.storage = storage
    this.key = deriveKey(appKey, 'share-removal')
  }

  /** To the trash, always. More than 500 of a selection go there behind the answer: `large`. */
  async remove({ scope }: Admission, which: Which) {
    const large = await this.storage.large.remove(scope, which)
    if (large) return { large, at: null, undo: await this.seal(scope.actor.key, { operation: large.id }) }
    const removal = await this.storage.trash.throwAway(scope, which)
    if (!removal) return { large: null, at: null, undo: null }
    const { at } = removal
    return { large: null, at, undo: await this.seal(scope.actor.key, { at: at.toISOString(), items: removal.items }) }
  }

  /** The operation that does it, for a large removal. 422 for what is not this browser's, or too old. */
  async takeBack({ scope }: Admission, undo: string): Promise<OperationRow | null> {
    const { by, until, deed } = this.read(undo)
    if (by !== scope.actor.key || until < (await this.db.now()).getTime()) throw storageErrors.fail('not-undoable')
    if (!('operation' in deed)) {
      await this.storage.restore.takeBack(scope, { items: deed.items, at: new Date(deed.at) })
      return null
    }
    const { operations } = this.storage
    // What is under way ends where it is; the rest was never removed.
    if ((await operations.find(scope, deed.operation)).state === 'running')
      await operations.cancel(scope, deed.operation)
    return operations.undo(scope, deed.operation)
  }

  private async seal(by: string, deed: Undo['deed']): Promise<string> {
    const undo: Undo = { by, until: (await this.db.now()).getTime() + undoLife, deed }
    return seal(this.key, JSON.stringify(undo)).toString('base64url')
  }

  private read(undo: string): Undo {
    try {
      return JSON.parse(unseal(this.key, Buffer.from(undo, 'base64url'))) as Undo
    } catch {
      throw storageErrors.fail('not-undoable')
    }
  }
}
