import type { Scope } from '../../tree/index.ts'
import { endsSession, storageErrors } from '../../tree/index.ts'
import type { UploadsDeps } from './deps.ts'
import { type IdentifiedUpload, uploadIdOf } from './legacy-id.ts'
import {
  closeSession,
  type FoundSession,
  findSession,
  openAmong,
  openOf,
  type UploadSessionRow,
  wasClosed,
} from './sessions.ts'
import type { UploadTurns } from './turns.ts'
import type { Finisher } from './upload-finalizer.ts'

/** Looks open uploads up, and ends them before their time. */
export class UploadEnds {
  private readonly deps: UploadsDeps
  private readonly turns: UploadTurns
  private readonly finisher: Finisher
  constructor(deps: UploadsDeps, turns: UploadTurns, finisher: Finisher) {
    this.deps = deps
    this.turns = turns
    this.finisher = finisher
  }

  /** An upload of this caller, finished or not. 404 when there is none. */
  async find(scope: Scope, id: string): Promise<FoundSession> {
    const session = await findSession(this.deps.db, scope.actor.key, id.toLowerCase())
    if (!session || session.owner_id !== scope.ownerId || session.expires_at < session.read_at || wasClosed(session))
      throw storageErrors.fail('upload-not-found')
    return session
  }

  /** Ends an upload, its bytes and its reservation. What is finished stays; 404 when there is none. */
  async discard(scope: Scope, id: string): Promise<void> {
    if (!(await this.end(scope, id.toLowerCase()))) throw storageErrors.fail('upload-not-found')
  }

  /**
   * Ends the upload that a refused chunk belongs to, where the refusal is final: its reservation and its bytes. `request`:
   * the chunk as far as it is known. Should the database be away, the collector ends it.
   */
  async releaseRefused(scope: Scope, error: unknown, request: IdentifiedUpload): Promise<void> {
    const id = endsSession(error) ? uploadIdOf(scope, request) : null
    if (id) await this.end(scope, id).catch(() => undefined)
  }

  /** Ends all open uploads into an account whose callers' keys begin so. */
  async endAll(ownerId: string, keyPrefix: string): Promise<void> {
    await this.drop(await openOf(this.deps.db, ownerId, keyPrefix))
  }

  /** The same for these, where they are open. `principal`: the callers' keys. */
  async endThese(uploads: readonly { principal: string; id: string }[]): Promise<void> {
    if (uploads.length > 0) await this.drop(await openAmong(this.deps.db, uploads))
  }

  /** Ends these on behalf of the account's owner: their senders do not start again by themselves. */
  async close(sessions: readonly UploadSessionRow[]): Promise<void> {
    for (const session of sessions) {
      if (await closeSession(this.deps.db, session)) await this.deps.blobs.discard(session.staging_key)
      this.turns.forget(keyOf(session.principal, session.id))
    }
  }

  /** Waits for the chunk under way, so that it cannot begin the upload anew. False when none is open. */
  private async end(scope: Scope, id: string): Promise<boolean> {
    const key = keyOf(scope.actor.key, id)
    const isEnded = await this.turns.alone(key, async () => {
      const session = await findSession(this.deps.db, scope.actor.key, id)
      if (!session || session.owner_id !== scope.ownerId || session.finished_at) return false
      await this.finisher.drop(session)
      return true
    })
    this.turns.forget(key)
    return isEnded
  }

  /** A chunk that is on its way loses its session: it is not waited for, since its sender may take hours over it. */
  private async drop(sessions: readonly UploadSessionRow[]): Promise<void> {
    for (const session of sessions) {
      await this.finisher.drop(session)
      this.turns.forget(keyOf(session.principal, session.id))
    }
  }
}

/** Names an upload among all of the installation's. */
export const keyOf = (principal: string, id: string): string => `${principal}/${id}`
