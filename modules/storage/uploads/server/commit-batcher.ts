import { setImmediate } from 'node:timers/promises'
import { type Db, type Events, isConnectionLost } from '../../../platform/index.ts'
import type { ItemRow } from '../../tree/index.ts'
import { placeFile } from './commit-file.ts'
import { insertTogether } from './insert-batch.ts'
import type { Candidate } from './pending-file.ts'

interface Waiting {
  candidate: Candidate
  resolve(row: ItemRow): void
  reject(error: unknown): void
}

const mostTogether = 64
/** Deadlock, serialisation: trying again settles it. */
const worthRetrying = new Set(['40P01', '40001'])

/**
 * Files that became ready while a commit ran are committed together by the next one, per owner: parallel uploads into
 * one folder would else wait in line for the rows of that folder and of the account.
 */
export class CommitLanes {
  private readonly lanes = new Map<string, Waiting[]>()
  private readonly db: Db
  private readonly events: Events
  constructor(db: Db, events: Events) {
    this.db = db
    this.events = events
  }

  /** The row, committed; on its own where its folder is made with it. Rejects with 404, 423, or the database's own error. */
  add(candidate: Candidate): Promise<ItemRow> {
    const { ownerId } = candidate.scope
    return new Promise((resolve, reject) => {
      const waiting = { candidate, resolve, reject }
      if (candidate.ensureParent) return void this.alone(waiting)
      const lane = this.lanes.get(ownerId)
      if (lane) lane.push(waiting)
      else {
        this.lanes.set(ownerId, [waiting])
        void this.work(ownerId)
      }
    })
  }

  private async work(ownerId: string): Promise<void> {
    const lane = this.lanes.get(ownerId) as Waiting[]
    // Files that were stored together come in the same turn of the event loop.
    await setImmediate()
    while (lane.length > 0) await this.commit(lane.splice(0, mostTogether))
    this.lanes.delete(ownerId)
  }

  private async commit(members: Waiting[]): Promise<void> {
    let rows: ItemRow[] | null
    try {
      rows = await this.together(members.map(({ candidate }) => candidate))
    } catch (error) {
      for (const { reject } of members) reject(error)
      return
    }
    if (!rows) {
      for (const member of members) await this.alone(member)
      return
    }
    for (const [at, member] of members.entries()) {
      const row = rows[at] as ItemRow
      this.events.emit('storage.file.created', eventOf(member.candidate, row))
      member.resolve(row)
    }
  }

  /**
   * Null when it has to be found out one by one what is wrong. A lost connection rejects: the statement may have been
   * committed, or may still be, so a second try could come to another end and have a stored blob deleted.
   */
  private async together(candidates: Candidate[]): Promise<ItemRow[] | null> {
    try {
      return await insertTogether(this.db, candidates)
    } catch (error) {
      if (isConnectionLost(error)) throw error
      return null
    }
  }

  private async alone({ candidate, resolve, reject }: Waiting): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { row } = await this.db.transaction(async (tx) => {
          const placement = await placeFile(tx, candidate, null, null)
          tx.emit('storage.file.created', eventOf(candidate, placement.row))
          return placement
        })
        return resolve(row)
      } catch (error) {
        if (attempt < 3 && worthRetrying.has((error as { code?: string }).code ?? '')) continue
        return reject(error)
      }
    }
  }
}

/** What `storage.file.created` tells. */
export const eventOf = (candidate: Candidate, row: ItemRow) => ({
  ownerId: candidate.scope.ownerId,
  actorId: candidate.scope.actor.userId,
  socketId: candidate.scope.actor.socketId ?? null,
  itemId: row.id,
  parentId: row.parent_id,
})
