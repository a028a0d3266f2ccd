import type { Sql, Tx } from '../../../platform/index.ts'
import type { ItemRef } from '../../tree/contract.ts'
import type { Scope } from '../../tree/index.ts'
import { endsSession, storageErrors } from '../../tree/index.ts'
import type { UploadsDeps } from './deps.ts'
import { type RejectedChunk, uploadIdOf } from './legacy-id.ts'
import {
  closeSession,
  deleteClosedSessions,
  type FoundSession,
  findOpenSessions,
  findOpenSessionsOf,
  findSession,
  type UploadSessionRow,
  wasClosedByOwner,
} from './sessions.ts'
import type { UploadFinalizer } from './upload-finalizer.ts'
import type { UploadLocks } from './upload-locks.ts'

/** A folder with all that is in it, without what is also in one of `except`. */
interface Within {
  folderId: string
  except: readonly string[]
}

/** Open uploads into an account, or a part of it, of callers whose principals have this prefix. */
const findOpenByPrefix = (
  sql: Sql,
  ownerId: string,
  principalPrefix: string,
  within: Within | null,
): Promise<UploadSessionRow[]> =>
  sql.query<UploadSessionRow>(
    `select s.* from upload_sessions s
     where s.owner_id = $1 and starts_with(s.principal, $2) and s.finished_at is null and ($3::uuid is null or (
       with recursive up as (
         select s.parent_id as id
         union
         select i.parent_id from up join items i on i.id = up.id
       ) select bool_or(id = $3) and not bool_or(id = any($4::uuid[])) from up))`,
    [ownerId, principalPrefix, within?.folderId ?? null, within?.except ?? []],
  )

/**
 * The file that a finished upload of this caller has created, while it is active and has the uploaded content; null
 * otherwise, as for one that the upload replaced. The transaction that creates a file also finishes its session, so both
 * have its time.
 */
const findCreatedFile = async (sql: Sql, { actor, ownerId }: Scope, id: string): Promise<string | null> => {
  const [file] = await sql.query<{ id: string }>(
    `select i.id from upload_sessions s join items i on i.id = s.item_id join blobs b on b.id = i.blob_id
     where s.principal = $1 and s.id = $2 and s.owner_id = $3 and i.created_at = s.finished_at
     and b.key = s.staging_key and i.trashed_at is null`,
    [actor.key, id, ownerId],
    'storage.created-file',
  )
  return file?.id ?? null
}

/** Finds open uploads and ends them before they are complete. */
export class UploadCancellation {
  private readonly deps: UploadsDeps
  private readonly locks: UploadLocks
  private readonly finalizer: UploadFinalizer
  constructor(deps: UploadsDeps, locks: UploadLocks, finalizer: UploadFinalizer) {
    this.deps = deps
    this.locks = locks
    this.finalizer = finalizer
  }

  /** An upload of this caller, open or finished. 404 when there is none. */
  async find(scope: Scope, id: string): Promise<FoundSession> {
    const session = await findSession(this.deps.db, scope.actor.key, id.toLowerCase())
    if (
      !session ||
      session.owner_id !== scope.ownerId ||
      session.expires_at < session.read_at ||
      wasClosedByOwner(session)
    )
      throw storageErrors.fail('upload-not-found')
    return session
  }

  /**
   * Ends an open upload and releases its bytes and its reservation. 404 when none is open. With `removeFile`, a file that
   * the upload has created meanwhile is removed by it instead.
   */
  async discard(scope: Scope, id: string, removeFile?: (file: ItemRef) => Promise<unknown>): Promise<void> {
    const uploadId = id.toLowerCase()
    if (await this.discardOpen(scope, uploadId)) return
    const file = removeFile ? await findCreatedFile(this.deps.db, scope, uploadId) : null
    if (!file) throw storageErrors.fail('upload-not-found')
    await removeFile?.({ id: file, type: 'file' })
  }

  /**
   * Ends the upload of a rejected chunk when the error is terminal, and releases its reservation and its bytes. When the
   * database is unavailable, the garbage collector does so later.
   */
  async releaseRejected(scope: Scope, error: unknown, chunk: RejectedChunk): Promise<void> {
    const id = endsSession(error) ? uploadIdOf(scope, chunk) : null
    if (id) await this.discardOpen(scope, id).catch(() => undefined)
  }

  /** Ends all open uploads into an account, or a part of it, of callers whose principals have this prefix. */
  async cancelAll(ownerId: string, principalPrefix: string, within: Within | null = null): Promise<void> {
    await this.discardAll(await findOpenByPrefix(this.deps.db, ownerId, principalPrefix, within))
  }

  /** Ends all open uploads of this principal, into any account, that began until a time of the database's clock. */
  async cancelAllOf(principal: string, until: string): Promise<void> {
    await this.discardAll(await findOpenSessionsOf(this.deps.db, principal, until))
  }

  /** Ends the open ones of these uploads. */
  async cancelMany(uploads: readonly { principal: string; id: string }[]): Promise<void> {
    if (uploads.length > 0) await this.discardAll(await findOpenSessions(this.deps.db, uploads))
  }

  /** Closes uploads for the account's owner: their senders get 404 and do not start again by themselves. */
  async closeByOwner(sessions: readonly UploadSessionRow[]): Promise<void> {
    for (const session of sessions) {
      if (await closeSession(this.deps.db, session)) await this.deps.blobs.discard(session.staging_key)
      this.locks.forget(uploadKey(session.principal, session.id))
    }
  }

  /** Whether the account's owner closed this upload of the caller. */
  async isClosedByOwner({ actor }: Pick<Scope, 'actor'>, id: string): Promise<boolean> {
    const session = await findSession(this.deps.db, actor.key, id)
    return session !== null && wasClosedByOwner(session)
  }

  /** Lets uploads of this principal begin again that the account's owner has closed. */
  async reopenClosed(tx: Tx, principal: string, ids: readonly string[]): Promise<void> {
    await deleteClosedSessions(tx, principal, ids)
  }

  /** Waits for a running chunk, so that it cannot start the upload again. False when none is open. */
  private async discardOpen(scope: Scope, id: string): Promise<boolean> {
    const key = uploadKey(scope.actor.key, id)
    const isEnded = await this.locks.withLock(key, async () => {
      const session = await findSession(this.deps.db, scope.actor.key, id)
      if (!session || session.owner_id !== scope.ownerId || session.finished_at) return false
      await this.finalizer.discard(session)
      return true
    })
    this.locks.forget(key)
    return isEnded
  }

  /** Does not wait for a running chunk, whose sender may take hours; the chunk finds its session deleted. */
  private async discardAll(sessions: readonly UploadSessionRow[]): Promise<void> {
    for (const session of sessions) {
      await this.finalizer.discard(session)
      this.locks.forget(uploadKey(session.principal, session.id))
    }
  }
}

/** Key of an upload that is unique in the installation. */
export const uploadKey = (principal: string, id: string): string => `${principal}/${id}`
