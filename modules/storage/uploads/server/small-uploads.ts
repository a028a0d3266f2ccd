import type { Scope } from '../../tree/index.ts'
import { offsetConflict, storageErrors } from '../../tree/index.ts'
import type { UploadsDeps } from './deps.ts'
import type { ChunkRequest } from './parse-chunk-request.ts'
import type { ChunkBody } from './request-body.ts'
import { findSession } from './sessions.ts'
import { receiveBody } from './spool.ts'
import type { UploadFinalizer } from './upload-finalizer.ts'
import { fileOutcome, type UploadOutcome } from './upload-outcome.ts'
import type { UploadTargetCache } from './upload-target-cache.ts'

/** A file of one chunk up to this size is received in memory and committed in a batch with others. */
const maxSmallFileBytes = 1 << 20

/** Whether the chunk is a whole file that is small enough for a batch and needs nothing else in its transaction. */
export const isSmallUpload = (request: ChunkRequest, body: ChunkBody): boolean =>
  request.last &&
  (request.offset ?? 0) === 0 &&
  request.onConflict === null &&
  request.inTransaction === undefined &&
  body.length !== null &&
  body.length <= maxSmallFileBytes

/** Stores files of one chunk: memory → blob → rows, without a session and a staged file. */
export class SmallUploads {
  private readonly deps: UploadsDeps
  private readonly targets: UploadTargetCache
  private readonly finalizer: UploadFinalizer
  constructor(deps: UploadsDeps, targets: UploadTargetCache, finalizer: UploadFinalizer) {
    this.deps = deps
    this.targets = targets
    this.finalizer = finalizer
  }

  /** 401, 404, 409, 422, 423, 507. */
  async receive(scope: Scope, id: string, request: ChunkRequest, body: ChunkBody): Promise<UploadOutcome> {
    await this.targets.check(scope, request.parentId)
    const limit = await this.targets.limit(scope, body.length as number)
    await this.deps.blobs.ensureRoom(body.length as number)
    const maxBytes = Math.min(maxSmallFileBytes, request.total ?? maxSmallFileBytes)
    const received = body.spooled ?? (await receiveBody(body, maxBytes, this.deps.blobs))
    try {
      if (received.size > maxBytes) throw storageErrors.fail('too-many-bytes')
      if (received.size === 0) throw storageErrors.fail('empty-file')
      if (request.total !== null && received.size !== request.total) throw storageErrors.fail('bad-chunk')
      return await this.store(scope, id, request, await received.bytes(), limit)
    } finally {
      if (!body.spooled) await received.end()
    }
  }

  private async store(
    scope: Scope,
    id: string,
    request: ChunkRequest,
    bytes: Buffer,
    limit: number | null,
  ): Promise<UploadOutcome> {
    try {
      return { kind: 'file', row: await this.finalizer.storeSmall(scope, id, request, bytes, limit), created: true }
    } catch (error) {
      if ((error as { code?: string }).code !== '23505') throw error
      const session = await findSession(this.deps.db, scope.actor.key, id)
      if (!session || session.owner_id !== scope.ownerId) throw storageErrors.fail('upload-not-found')
      // The same file was stored before, and its response was lost.
      if (session.finished_at && session.received_bytes === bytes.length)
        return fileOutcome(this.deps.db, scope, session)
      if (session.finished_at || session.received_bytes > 0) throw offsetConflict(session.received_bytes)
      // An earlier attempt was cut off within its first chunk. This one has the whole file.
      await this.finalizer.discard(session)
      return this.store(scope, id, request, bytes, limit)
    }
  }
}
