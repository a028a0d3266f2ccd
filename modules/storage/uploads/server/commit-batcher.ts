import { setImmediate } from 'node:timers/promises'
import { type Db, type Events, isConnectionLost } from '../../../platform/index.ts'
import { codeOf } from '../../../shared/contract.ts'
import { type ItemRow, lockNames } from '../../tree/index.ts'
import { commitFile } from './commit-file.ts'
import { insertBatch } from './insert-batch.ts'
import type { PendingFile } from './pending-file.ts'

interface QueuedFile {
  pendingFile: PendingFile
  resolve(row: ItemRow): void
  reject(error: unknown): void
}

const maxBatchFiles = 64
/** Deadlocks and serialization failures, which a retry resolves. */
const retryableCodes = new Set(['40P01', '40001'])

/**
 * Commits files that became ready during a commit together in the next one, per owner. Otherwise parallel uploads into
 * one folder would queue for the row locks of that folder and of the owner's usage.
 */
export class CommitBatcher {
  private readonly queues = new Map<string, QueuedFile[]>()
  private readonly db: Db
  private readonly events: Events
  constructor(db: Db, events: Events) {
    this.db = db
    this.events = events
  }

  /**
   * Resolves with the committed row. A file whose folder is created with it is committed alone. Rejects with 404, 423,
   * or the database's error.
   */
  add(pendingFile: PendingFile): Promise<ItemRow> {
    const { ownerId } = pendingFile.scope
    return new Promise((resolve, reject) => {
      const waiting = { pendingFile, resolve, reject }
      if (pendingFile.ensureParent) return void this.commitAlone(waiting)
      const queue = this.queues.get(ownerId)
      if (queue) queue.push(waiting)
      else {
        this.queues.set(ownerId, [waiting])
        void this.work(ownerId)
      }
    })
  }

  private async work(ownerId: string): Promise<void> {
    const queue = this.queues.get(ownerId) as QueuedFile[]
    // Files that are stored at the same time arrive in the same turn of the event loop.
    await setImmediate()
    while (queue.length > 0) await this.commit(ownerId, queue.splice(0, maxBatchFiles))
    this.queues.delete(ownerId)
  }

  private async commit(ownerId: string, members: QueuedFile[]): Promise<void> {
    let rows: ItemRow[] | null
    try {
      const pendingFiles = members.map(({ pendingFile }) => pendingFile)
      rows = await this.commitBatch(ownerId, pendingFiles)
    } catch (error) {
      for (const { reject } of members) reject(error)
      return
    }
    if (!rows) {
      for (const member of members) await this.commitAlone(member)
      return
    }
    for (const [at, member] of members.entries()) {
      const row = rows[at] as ItemRow
      this.events.emit('storage.file.created', fileCreatedPayload(member.pendingFile, row))
      member.resolve(row)
    }
  }

  /**
   * Null when the batch cannot be committed and each file has to be tried alone. Rejects on a lost connection: the
   * statement may have been committed, so a retry could fail and delete a stored blob.
   */
  private async commitBatch(ownerId: string, pendingFiles: PendingFile[]): Promise<ItemRow[] | null> {
    try {
      const locks = new Map(pendingFiles.map(({ scope }) => [`${scope.actor.key}/${scope.root}`, scope.lockPermission]))
      if ([...locks.values()].every((lockPermission) => !lockPermission))
        return await insertBatch(this.db, pendingFiles)
      return await this.db.transaction(async (tx) => {
        for (const lockPermission of locks.values()) await lockPermission?.(tx)
        // A statement that waits for a lock still sees the tree as it was before, and meanwhile the target folder may be moved
        // out of what the uploader may access: the lock is waited for by a statement of its own.
        await lockNames(tx, ownerId)
        return insertBatch(tx, pendingFiles)
      })
    } catch (error) {
      if (isConnectionLost(error)) throw error
      return null
    }
  }

  private async commitAlone({ pendingFile, resolve, reject }: QueuedFile): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { row } = await this.db.transaction(async (tx) => {
          const committed = await commitFile(tx, pendingFile, null, null)
          tx.emit('storage.file.created', fileCreatedPayload(pendingFile, committed.row))
          return committed
        })
        return resolve(row)
      } catch (error) {
        if (attempt < 3 && retryableCodes.has(codeOf(error) ?? '')) continue
        return reject(error)
      }
    }
  }
}

/** Payload of `storage.file.created`. */
export const fileCreatedPayload = (pendingFile: PendingFile, row: ItemRow) => ({
  ownerId: pendingFile.scope.ownerId,
  actorId: pendingFile.scope.actor.userId,
  socketId: pendingFile.scope.actor.socketId ?? null,
  itemId: row.id,
  parentId: row.parent_id,
})
