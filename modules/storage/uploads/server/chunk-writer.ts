import type { SessionLock, StagedFile } from '../../../platform/index.ts'
import { bytesOfMegabytes } from '../../../shared/contract.ts'
import type { Scope } from '../../tree/index.ts'
import { offsetConflict, storageErrors } from '../../tree/index.ts'
import type { UploadsDeps } from './deps.ts'
import { ThreadDigest } from './hasher.ts'
import { type ChunkRequest, hasChunkPosition } from './parse-chunk-request.ts'
import { repeatsLast } from './repeated-chunks.ts'
import { type ChunkBody, untilLost } from './request-body.ts'
import { extendReservation, reservationFor, reservesFullSize, trimReservation, UsageRows } from './reservation.ts'
import {
  advanceSession,
  findSession,
  hasTooManyOpen,
  maxOpenUploads,
  openUploadSession,
  type UploadSessionRow,
} from './sessions.ts'
import { Staging, uploadBusy } from './staging.ts'
import { clearMemory, type UploadMemory } from './upload-registry.ts'
import type { UploadTargetCache } from './upload-target-cache.ts'
import type { WholeFile } from './whole-files.ts'
import { writeChunk } from './write-chunk.ts'

/** Bytes reserved at a time where the size of a file is unknown. */
const reservationStepBytes = 16 << 20

/** A durable chunk. */
export interface ChunkResult {
  /** The session after the chunk; for the last chunk the session before it, because finishing counts it. */
  session: UploadSessionRow
  size: number
  crc: number | null
  /** Open for the last chunk: finishing the upload closes it. Otherwise null. */
  file: StagedFile | null
  /** The chunk is a repeat of the previous one, by its size and CRC-32, and was not counted. */
  repeated: boolean
}

/** Opens uploads and writes their chunks to disk. */
export class ChunkWriter {
  private readonly usage: UsageRows
  private readonly staging: Staging
  private readonly deps: UploadsDeps
  private readonly targets: UploadTargetCache
  constructor(deps: UploadsDeps, targets: UploadTargetCache) {
    this.deps = deps
    this.targets = targets
    this.usage = new UsageRows(deps.db)
    this.staging = new Staging(deps.db, deps.blobs)
  }

  /** Checks everything that can be checked before the first byte, and reserves quota. 401, 404, 423, 429, 507. */
  async open(
    scope: Scope,
    id: string,
    request: ChunkRequest,
    body: ChunkBody,
    stagingKey = this.deps.blobs.newKey(),
  ): Promise<UploadSessionRow> {
    const { db, blobs } = this.deps
    const needed = request.total ?? body.length ?? 0
    const reserve = reservesFullSize(scope) ? needed : Math.min(needed, reservationFor(0, request.total))
    const maxOpen = scope.actor.openUploads ?? maxOpenUploads
    await this.targets.check(scope, request.parentId)
    const limit = await this.targets.limit(scope, needed)
    await blobs.ensureRoom(needed)
    await this.usage.ensure(scope.ownerId)
    const caller = {
      principal: scope.actor.key,
      ownerId: scope.ownerId,
      actor: scope.actor.userId,
      group: scope.actor.group ?? scope.actor.key,
      network: request.network ?? null,
      maxOpen,
    }
    const session = await openUploadSession(db, {
      ...caller,
      id,
      parentId: request.parentId ?? scope.root,
      path: request.folders.length > 0 ? request.folders.join('/') : null,
      name: request.name,
      total: request.total,
      reserveBytes: reserve,
      neededBytes: needed,
      limit,
      sha256: request.sha256,
      modifiedAt: request.modifiedAt,
      onConflict: request.onConflict,
      stagingKey,
    })
    if (session) return session
    throw storageErrors.fail((await hasTooManyOpen(db, caller)) ? 'too-many-uploads' : 'quota-exceeded')
  }

  /** Opens a session with `size` bytes that are durable in a staged file already. As `open`. */
  async openWith(file: WholeFile, body: ChunkBody, stagingKey: string, size: number): Promise<void> {
    const session = await this.open(file.scope, file.id, file.request, body, stagingKey)
    const advanced = await advanceSession(this.deps.db, session, { size, crc: null, hasOffset: true })
    if (!advanced) throw uploadBusy()
  }

  /** Throws 404 when the target folder no longer exists. */
  async requireParent(scope: Scope, session: UploadSessionRow): Promise<void> {
    if (session.had_parent && session.parent_id === null) throw storageErrors.fail('parent-not-found')
    await this.targets.check(scope, session.parent_id)
  }

  /**
   * Writes a chunk at the session's offset. It is durable when this resolves. `isNew`: the same call opened the
   * session. When the connection of a chunk with an offset is lost, its received bytes are kept and this rejects with 422.
   */
  async write(
    scope: Scope,
    openedSession: UploadSessionRow,
    request: ChunkRequest,
    body: ChunkBody,
    memory: UploadMemory,
    { isNew, lock }: { isNew: boolean; lock: SessionLock },
  ): Promise<ChunkResult> {
    const hasOffset = request.offset !== null
    const { session, file } = await (isNew
      ? this.staging.create(openedSession)
      : this.staging.resume(openedSession, { hasOffset }))
    let open = true
    try {
      if (file.size > session.received_bytes) await file.truncate(session.received_bytes)
      if (memory.stagingKey !== session.staging_key) clearMemory(memory, session.staging_key)
      if (memory.digest && (memory.digest.lost || memory.digest.length !== session.received_bytes)) memory.digest = null
      if (session.received_bytes === 0) memory.digest ??= ThreadDigest.begin()
      const digest = memory.digest?.copy() ?? null
      // Only a sender that asks for the offset before it continues can continue within a chunk.
      const cut = hasChunkPosition(request) ? untilLost(body.pieces) : { pieces: body.pieces, error: null }
      body.handOver?.()
      const { size, crc } = await writeChunk({
        file,
        offset: session.received_bytes,
        pieces: cut.pieces,
        digest,
        disposable: body.disposable,
        allow: (upTo) => this.allowUpTo(scope, session, request, body, upTo),
        withCrc: !hasChunkPosition(request),
        sync: request.last ? 'all' : 'data',
      })
      if (cut.error !== null && size === 0) throw cut.error
      if (size === 0 && session.received_bytes + size === 0 && !(request.last && request.mayBeEmpty))
        throw storageErrors.fail(request.last ? 'empty-file' : 'invalid-chunk')
      const total = session.total_size ?? request.total
      if (repeatsLast(session, request, { size, crc })) return { session, size, crc, file: null, repeated: true }
      const complete = request.last && cut.error === null
      if (complete && total !== null && session.received_bytes + size !== total)
        throw storageErrors.fail('invalid-chunk')
      // Another process may have written to the file after the lock was lost.
      if (!lock.isHeld()) throw uploadBusy()
      if (complete) {
        memory.digest = digest
        open = false
        return { session, size, crc, file, repeated: false }
      }
      const advanced = await advanceSession(this.deps.db, session, {
        size,
        crc,
        hasOffset,
        lastChunkSize: session.received_bytes + size - (request.offset ?? session.received_bytes),
      })
      if (!advanced) throw offsetConflict(session.received_bytes)
      memory.digest = digest
      if (cut.error !== null) throw cut.error
      return { session: advanced, size, crc, file: null, repeated: false }
    } finally {
      if (open) await file.close()
      if (open && !reservesFullSize(scope)) await this.trim(session)
    }
  }

  /** The garbage collector trims the reservation later when this fails. */
  private async trim(session: UploadSessionRow): Promise<void> {
    await trimReservation(this.deps.db, session).catch(() => undefined)
  }

  /** Offset that the chunk may reach. Throws 422, 413, 423 or 507 when that is less than `upTo`. */
  private async allowUpTo(
    scope: Scope,
    session: UploadSessionRow,
    request: ChunkRequest,
    body: ChunkBody,
    upTo: number,
  ) {
    const { blobs, settings } = this.deps
    const total = session.total_size ?? request.total
    if (total !== null && upTo > total) throw storageErrors.fail('size-mismatch')
    const megabytes = await settings.get('upload_limit')
    const maxBytes = Math.min(
      megabytes > 0 ? bytesOfMegabytes(megabytes) : Number.MAX_SAFE_INTEGER,
      request.maxBytes ?? Number.MAX_SAFE_INTEGER,
    )
    if (upTo > maxBytes) throw storageErrors.fail('too-large')
    if (upTo > session.reserved_bytes) {
      const wanted = reservesFullSize(scope)
        ? Math.max(
            session.received_bytes + (body.length ?? 0),
            body.length === null ? upTo + reservationStepBytes : upTo,
          )
        : reservationFor(upTo, total)
      await this.reserve(scope, session, { wanted, least: upTo })
    }
    await blobs.ensureRoom(Math.max(session.reserved_bytes - upTo, 0))
    return Math.min(session.reserved_bytes, total ?? Number.MAX_SAFE_INTEGER, maxBytes)
  }

  /**
   * Reserves the file up to `wanted` bytes, or up to `least` where the quota has no more room. 423 without room for `least`;
   * 404 when the upload was ended.
   */
  private async reserve(scope: Scope, session: UploadSessionRow, { wanted, least }: { wanted: number; least: number }) {
    const { db } = this.deps
    const limit = await this.targets.limit(scope, wanted - session.reserved_bytes)
    for (const upTo of [wanted, least]) {
      const bytes = upTo - session.reserved_bytes
      if (!(await extendReservation(db, session, bytes, limit))) continue
      session.reserved_bytes += bytes
      return
    }
    const current = await findSession(db, session.principal, session.id)
    if (!current || current.finished_at) throw storageErrors.fail('upload-not-found')
    throw storageErrors.fail('quota-exceeded')
  }
}
