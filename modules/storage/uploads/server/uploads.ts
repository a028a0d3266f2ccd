import { BlobError } from '../../../platform/index.ts'
import { bytesOfMegabytes } from '../../../shared/contract.ts'
import type { Scope } from '../../tree/index.ts'
import {
  allow,
  asUploadError,
  endsSession,
  offsetConflict,
  rejectBlacklistedName,
  storageErrors,
} from '../../tree/index.ts'
import { ChunkWriter } from './chunk-writer.ts'
import type { UploadsDeps } from './deps.ts'
import { type AdmittedForm, type ArrivingForm, FormAdmission } from './form-admission.ts'
import { InFlight } from './in-flight.ts'
import { continuationOfUpload, legacyId } from './legacy-id.ts'
import type { DiscardedChunk } from './multipart.ts'
import { type ChunkRequest, hasChunkPosition } from './parse-chunk-request.ts'
import { removeSession } from './remove-session.ts'
import {
  acknowledgeFinished,
  acknowledgeLast,
  acknowledgeReceived,
  bodyBytesOf,
  crc32Of,
  endsSameFile,
  fitsOnlyAsRepeat,
  repeatedOutcomeOf,
} from './repeated-chunks.ts'
import { type ChunkBody, skipBytes } from './request-body.ts'
import { findSession, type UploadSessionRow, wasClosedByOwner } from './sessions.ts'
import { receiveBody } from './spooled-body.ts'
import { uploadBusy } from './staging.ts'
import { UploadCancellation, uploadKey } from './upload-cancellation.ts'
import { UploadFinalizer } from './upload-finalizer.ts'
import { type LockedUpload, UploadLocks } from './upload-locks.ts'
import { type PartialUpload, partialOutcome, repeatedOutcome, type UploadOutcome } from './upload-outcome.ts'
import { clearMemory } from './upload-registry.ts'
import { UploadTargetCache } from './upload-target-cache.ts'
import { isSmallUpload, needsNoSession, WholeUploads } from './whole-uploads.ts'

/** A repeated last chunk of a finished upload without `upload_id` is recognized up to this size. */
const maxRepeatedBytes = 64 << 20

/** Receives files chunk by chunk (D8–D10, D27). */
export class Uploads {
  readonly cancellation: UploadCancellation
  readonly inFlight = new InFlight()
  private readonly forms: FormAdmission
  private readonly locks: UploadLocks
  private readonly targets: UploadTargetCache
  private readonly chunkWriter: ChunkWriter
  private readonly finalizer: UploadFinalizer
  private readonly whole: WholeUploads
  private readonly deps: UploadsDeps
  constructor(deps: UploadsDeps) {
    this.deps = deps
    this.targets = new UploadTargetCache(deps.db, deps.entitlements, deps.folders, deps.events)
    this.chunkWriter = new ChunkWriter(deps, this.targets)
    this.finalizer = new UploadFinalizer(deps, this.targets)
    this.whole = new WholeUploads(deps, this.targets, this.finalizer, this.chunkWriter, this.inFlight)
    this.forms = new FormAdmission(deps.db, this.targets, this.inFlight)
    this.locks = new UploadLocks(deps.locks)
    this.cancellation = new UploadCancellation(deps, this.locks, this.finalizer)
  }

  /** Call it when what an account may do has changed; without an account, when settings have. */
  permissionsChanged(ownerId?: string): void {
    this.targets.invalidatePermissions(ownerId)
  }

  /** Maximum bytes of a file; null: no limit. */
  async sizeLimit(): Promise<number | null> {
    const megabytes = await this.deps.settings.get('upload_limit')
    return megabytes > 0 ? bytesOfMegabytes(megabytes) : null
  }

  /** Admits a form whose fields are not known yet, within the file size limit and the free quota (A30). 401, 429. */
  async admitForm(caller: Scope, form: ArrivingForm): Promise<AdmittedForm> {
    const maxFileBytes = minOf(await this.sizeLimit(), form.maxFileBytes)
    return this.forms.admit(caller, { ...form, maxFileBytes })
  }

  /**
   * Receives one chunk. Resolves with the offset reached, or after the last chunk with the file, which is then on disk and
   * in the database. A repeated chunk is acknowledged and not written again.
   */
  async chunk(scope: Scope, request: ChunkRequest, body: ChunkBody): Promise<UploadOutcome> {
    allow(scope, 'upload')
    requireSize(await this.sizeLimit(), request, body)
    if (request.total === 0) throw storageErrors.fail('empty-file', { field: 'total_size' })
    rejectBlacklistedName(await this.deps.settings.get('mimetypes_blacklist'), request.name, request.extension)
    const id = request.uploadId ?? legacyId(scope, request, body.partName)
    const key = uploadKey(scope.actor.key, id)
    const run = (locked: LockedUpload) =>
      this.dispatch(scope, id, request, body, locked).catch(async (error: unknown) => {
        throw (await this.wasDiscarded(scope, id, error)) ? storageErrors.fail('upload-not-found') : error
      })
    try {
      // A whole file is one transaction, and its id is unique in the database: it needs no lock between processes. Without
      // its place, the last chunk of an open upload looks like one.
      if (!hasChunkPosition(request) || !needsNoSession(scope, request, body))
        return await this.locks.withLock(key, run)
      if (isSmallUpload(request, body)) return await this.locks.withProcessLock(key, run)
      if (await findSession(this.deps.db, scope.actor.key, id)) return await this.locks.withLock(key, run)
      return await this.locks.withProcessLock(key, () => this.whole.receive(scope, id, request, body))
    } catch (error) {
      if (endsSession(error)) this.locks.forget(key)
      // The garbage collector later removes an upload that cannot be discarded now.
      if (request.single) await this.cancellation.discard(scope, id).catch(() => undefined)
      throw asUploadError(error)
    }
  }

  /**
   * The outcome of a form's chunk whose bytes had no room, where it repeats a received chunk. Else rejects: with 409
   * `upload-busy` for a chunk of an open upload that would fit without the other forms on their way, because it can go on
   * later.
   */
  async repeatedChunk(scope: Scope, request: ChunkRequest, chunk: DiscardedChunk): Promise<UploadOutcome> {
    const { db } = this.deps
    const { partName, fitsAlone, rejection } = chunk
    allow(scope, 'upload')
    const id = request.uploadId ?? legacyId(scope, request, partName)
    return this.locks.withLock(uploadKey(scope.actor.key, id), async () => {
      const session = await findSession(db, scope.actor.key, id)
      if (!session || session.owner_id !== scope.ownerId) throw rejection
      if (continuationOfUpload(session, request, { partName, length: chunk.size }) !== 'continues') throw rejection
      if (wasClosedByOwner(session)) throw storageErrors.fail('upload-not-found')
      const repeated = await repeatedOutcomeOf(this.deps, scope, session, request, chunk)
      if (repeated) return repeated
      throw fitsAlone && session.finished_at === null ? uploadBusy() : rejection
    })
  }

  /** Whether bytes are missing because the upload was ended while it received them, as by a revoked link. */
  private async wasDiscarded({ actor }: Pick<Scope, 'actor'>, id: string, error: unknown): Promise<boolean> {
    const isMissing = error instanceof BlobError && error.reason === 'missing'
    return isMissing && (await findSession(this.deps.db, actor.key, id)) === null
  }

  /** Folder or finished file of the caller's upload, in whatever scope; null: the root, or no such upload. */
  async parentOf({ actor }: Pick<Scope, 'actor'>, id: string): Promise<string | null> {
    const session = await findSession(this.deps.db, actor.key, id.toLowerCase())
    return session && (session.parent_id ?? session.item_id)
  }

  /** Progress of an upload of this caller. 404 when there is none. */
  async state(scope: Scope, id: string): Promise<PartialUpload> {
    return partialOutcome(await this.cancellation.find(scope, id))
  }

  private async dispatch(scope: Scope, id: string, request: ChunkRequest, body: ChunkBody, locked: LockedUpload) {
    const { memory } = locked
    const mayExist = !hasChunkPosition(request) || !isSmallUpload(request, body) || memory.digest !== null
    const session = mayExist ? await findSession(this.deps.db, scope.actor.key, id) : null
    if (session && session.owner_id !== scope.ownerId) throw storageErrors.fail('upload-not-found')
    const continuation = session && continuationOfUpload(session, request, body)
    if (session && continuation !== 'continues') {
      await (wasClosedByOwner(session)
        ? removeSession(this.deps.db, session.principal, id)
        : this.finalizer.discard(session))
      if (continuation === 'unknown') throw storageErrors.fail('upload-lost')
      return this.begin(scope, id, request, body, locked)
    }
    if (session && wasClosedByOwner(session)) throw storageErrors.fail('upload-not-found')
    if (session?.finished_at)
      return request.uploadId === null
        ? this.repeatOrRestart(scope, session, request, body, locked)
        : acknowledgeFinished(this.deps.db, scope, session, request, await bodyBytesOf(body))
    return session ? this.append(scope, session, request, body, locked) : this.begin(scope, id, request, body, locked)
  }

  private async begin(scope: Scope, id: string, request: ChunkRequest, body: ChunkBody, locked: LockedUpload) {
    if (request.offset !== null && request.offset > 0) throw offsetConflict(0)
    await request.beforeBegin?.()
    requireSize(request.maxBytes ?? null, request, body)
    if (isSmallUpload(request, body)) return this.whole.receive(scope, id, request, body)
    const session = await this.chunkWriter.open(scope, id, request, body)
    return this.append(scope, session, request, body, locked, { isNew: true })
  }

  private async append(
    scope: Scope,
    session: UploadSessionRow,
    request: ChunkRequest,
    body: ChunkBody,
    { memory, lock }: LockedUpload,
    { isNew }: { isNew: boolean } = { isNew: false },
  ): Promise<UploadOutcome> {
    const offset = request.offset ?? session.received_bytes
    if (offset > session.received_bytes) throw offsetConflict(session.received_bytes)
    const kept = session.received_bytes - offset
    if (kept > 0 && !continuesChunk(session, kept, body))
      return acknowledgeReceived(session, offset, request, await bodyBytesOf(body))
    try {
      await this.chunkWriter.requireParent(scope, session)
      if (fitsOnlyAsRepeat(session, request, body)) return await acknowledgeLast(session, body)
      const rest = kept > 0 ? withoutFirst(kept, body) : body
      const chunk = await this.chunkWriter.write(scope, session, request, rest, memory, { isNew, lock })
      if (chunk.repeated || !request.last) return partialOutcome(chunk.session)
      const committed = await this.finalizer.finish(scope, chunk.session, request, chunk, memory)
      clearMemory(memory)
      return { kind: 'file', row: committed.row, created: committed.used }
    } catch (error) {
      if (endsSession(error)) await this.finalizer.discard(session)
      throw error
    }
  }

  /**
   * Without an `upload_id`: an identical last chunk at the end of an equally large file is a repeat; any other chunk starts
   * a new file of that name.
   */
  private async repeatOrRestart(
    scope: Scope,
    session: UploadSessionRow,
    request: ChunkRequest,
    body: ChunkBody,
    locked: LockedUpload,
  ): Promise<UploadOutcome> {
    const size = body.length ?? 0
    const mayRepeat = size <= maxRepeatedBytes && (await endsSameFile(this.deps.db, session, request, size))
    const spooled = mayRepeat ? (body.spooled ?? (await receiveBody(body, maxRepeatedBytes, this.deps.blobs))) : null
    try {
      if (spooled && (await crc32Of(spooled.pieces())) === session.last_chunk_crc32) {
        const repeated = await repeatedOutcome(this.deps, scope, session, request)
        if (repeated) return repeated
      }
      await removeSession(this.deps.db, session.principal, session.id)
      const rest = spooled ? { ...body, pieces: spooled.pieces(), spooled, disposable: false } : body
      return await this.begin(scope, session.id, request, rest, locked)
    } finally {
      if (!body.spooled) await spooled?.end()
    }
  }
}

/** Whether the chunk repeats the last one from its start and goes on behind it: an earlier attempt was cut off. */
const continuesChunk = (session: UploadSessionRow, kept: number, { length }: ChunkBody): boolean =>
  kept === session.last_chunk_size && length !== null && length > kept

/** A body without the bytes that an earlier attempt left. */
const withoutFirst = (kept: number, body: ChunkBody): ChunkBody => ({
  ...body,
  pieces: skipBytes(body.pieces, kept),
  length: body.length === null ? null : body.length - kept,
})

/** 413 for a file that is known to have more than `limit` bytes; null: no limit. */
const requireSize = (limit: number | null, { total }: ChunkRequest, { length }: ChunkBody): void => {
  if (limit !== null && Math.max(total ?? 0, length ?? 0) > limit) throw storageErrors.fail('too-large')
}

/** The smaller of two limits; null means no limit. */
const minOf = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b))
