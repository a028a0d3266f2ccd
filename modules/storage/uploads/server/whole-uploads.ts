import { isUniqueViolation } from '../../../platform/index.ts'
import type { Scope } from '../../tree/index.ts'
import { offsetConflict, storageErrors } from '../../tree/index.ts'
import type { ChunkWriter } from './chunk-writer.ts'
import type { UploadsDeps } from './deps.ts'
import type { InFlight } from './in-flight.ts'
import type { ChunkRequest } from './parse-chunk-request.ts'
import { findStoredOrThrow } from './repeated-chunks.ts'
import type { ChunkBody } from './request-body.ts'
import { freeQuota, reservesFullSize } from './reservation.ts'
import { findSession } from './sessions.ts'
import { receiveBody } from './spooled-body.ts'
import type { UploadFinalizer } from './upload-finalizer.ts'
import { fileOutcome, type UploadOutcome } from './upload-outcome.ts'
import type { UploadTargetCache } from './upload-target-cache.ts'
import { CutFileError, type WholeFile, WholeFiles } from './whole-files.ts'

/** A file of one chunk up to this size is received in memory. */
const maxSmallFileBytes = 1 << 20
/** A file of one chunk up to this size needs no session: its quota is reserved for no longer than its commit takes. */
const maxStreamedFileBytes = 32 << 20

/** Whether the chunk is a whole file of known size that needs nothing else in its transaction. */
const isWholeFile = (request: ChunkRequest, body: ChunkBody, maxBytes: number): boolean =>
  request.last &&
  (request.offset ?? 0) === 0 &&
  request.onConflict === null &&
  request.inTransaction === undefined &&
  body.length !== null &&
  body.length <= maxBytes

/** Whether the chunk is a whole file that is small enough for memory. */
export const isSmallUpload = (request: ChunkRequest, body: ChunkBody): boolean =>
  isWholeFile(request, body, maxSmallFileBytes)

/**
 * Whether the chunk is a whole file that can be stored without a session. Only the account's owner may send larger files
 * than small ones so, because the open bytes of anybody else are limited by their sessions (A28, A29).
 */
export const needsNoSession = (scope: Scope, request: ChunkRequest, body: ChunkBody): boolean =>
  isSmallUpload(request, body) ||
  (reservesFullSize(scope) &&
    isWholeFile(request, body, maxStreamedFileBytes) &&
    (request.total ?? body.length) === body.length)

/** Receives files of one chunk, without an upload session. */
export class WholeUploads {
  private readonly deps: UploadsDeps
  private readonly targets: UploadTargetCache
  private readonly finalizer: UploadFinalizer
  private readonly chunkWriter: ChunkWriter
  private readonly files: WholeFiles
  private readonly inFlight: InFlight
  constructor(
    deps: UploadsDeps,
    targets: UploadTargetCache,
    finalizer: UploadFinalizer,
    chunkWriter: ChunkWriter,
    inFlight: InFlight,
  ) {
    this.deps = deps
    this.targets = targets
    this.finalizer = finalizer
    this.chunkWriter = chunkWriter
    this.inFlight = inFlight
    this.files = new WholeFiles(deps, targets)
  }

  /** 401, 404, 409, 422, 423, 507; the stored file where this repeats a call whose response was lost (D9). */
  receive(scope: Scope, id: string, request: ChunkRequest, body: ChunkBody): Promise<UploadOutcome> {
    const storedEarlier = (error: unknown) => findStoredOrThrow(error, this.deps.db, scope, { id, size: body.length })
    return this.store(scope, id, request, body).catch(storedEarlier)
  }

  private async store(scope: Scope, id: string, request: ChunkRequest, body: ChunkBody): Promise<UploadOutcome> {
    const length = body.length as number
    await this.targets.check(scope, request.parentId)
    const limit = await this.targets.limit(scope, length)
    await this.deps.blobs.ensureRoom(length)
    if (length === 0) throw storageErrors.fail('empty-file')
    if (request.total !== null && length !== request.total)
      throw storageErrors.fail(length > request.total ? 'size-mismatch' : 'invalid-chunk')
    const file = { scope, id, request, limit }
    return isSmallUpload(request, body) ? this.receiveSmall(file, body) : this.receiveStream(file, body, length)
  }

  private async receiveSmall(file: WholeFile, body: ChunkBody): Promise<UploadOutcome> {
    const length = body.length as number
    const received = body.spooled ?? (await receiveBody(body, length, this.deps.blobs))
    try {
      if (received.size !== length) throw storageErrors.fail('invalid-chunk')
      return await this.storeBytes(file, await received.bytes())
    } finally {
      if (!body.spooled) await received.end()
    }
  }

  private async storeBytes(file: WholeFile, bytes: Buffer): Promise<UploadOutcome> {
    try {
      return { kind: 'file', row: await this.files.storeBytes(file, bytes), created: true }
    } catch (error) {
      // An earlier attempt may have been cut off within its first chunk. This one has the whole file.
      return (await this.repeated(file, bytes.length, error)) ?? this.storeBytes(file, bytes)
    }
  }

  private async receiveStream(file: WholeFile, body: ChunkBody, length: number): Promise<UploadOutcome> {
    const { ownerId } = file.scope
    const free = file.limit === null ? null : await freeQuota(this.deps.db, ownerId, file.limit)
    // Together with all files on their way, and in one step with `handOver` and `add`, so that no file is counted twice.
    body.handOver?.()
    if (free !== null && this.inFlight.bytesOf(ownerId) + length > free) throw storageErrors.fail('quota-exceeded')
    const ended = this.inFlight.add(ownerId, length)
    try {
      return { kind: 'file', row: await this.files.storeStream(file, body, length), created: true }
    } catch (error) {
      if (error instanceof CutFileError) throw await this.keepPart(file, body, error)
      const repeated = await this.repeated(file, length, error)
      if (repeated) return repeated
      throw offsetConflict(0)
    } finally {
      ended()
    }
  }

  /** Opens a session with the bytes that arrived. Resolves with the error for the sender. */
  private async keepPart(file: WholeFile, body: ChunkBody, { key, size, cause }: CutFileError): Promise<unknown> {
    try {
      await this.chunkWriter.openWith(file, body, key, size)
    } catch {
      // Without a session the upload starts again.
      await this.deps.blobs.discard(key)
    }
    return cause
  }

  /**
   * Handles the error that the upload id exists already; throws any other one. Resolves with the file where this call
   * repeats one whose response was lost, and with null where an upload without bytes was discarded.
   */
  private async repeated({ scope, id }: WholeFile, size: number, error: unknown): Promise<UploadOutcome | null> {
    if (!isUniqueViolation(error)) throw error
    const session = await findSession(this.deps.db, scope.actor.key, id)
    if (!session || session.owner_id !== scope.ownerId) throw storageErrors.fail('upload-not-found')
    if (session.finished_at && session.received_bytes === size) return fileOutcome(this.deps.db, scope, session)
    if (session.finished_at || session.received_bytes > 0) throw offsetConflict(session.received_bytes)
    await this.finalizer.discard(session)
    return null
  }
}
