import { crc32 } from 'node:zlib'
import type { SessionLock } from '../../../platform/index.ts'
import type { Scope } from '../../tree/index.ts'
import { outOfPlace, storageErrors } from '../../tree/index.ts'
import type { Received } from './chunk-result.ts'
import type { UploadsDeps } from './deps.ts'
import { ThreadDigest } from './hasher.ts'
import type { ChunkRequest } from './parse-chunk-request.ts'
import type { ChunkBody } from './request-body.ts'
import { reserveMore, reservesAhead, trimReservation, UsageRows, withAdvance } from './reservation.ts'
import { advance, findSession, maxOpenSessions, openSession, tooManyOpen, type UploadSessionRow } from './sessions.ts'
import { headSize } from './sniff.ts'
import { busy, Staging } from './staging.ts'
import { clearMemory, type UploadMemory } from './upload-registry.ts'
import type { Targets } from './upload-target-cache.ts'
import { writeChunk } from './writer.ts'

/** Reserved at a time where the size of a file is not known beforehand. */
const step = 16 << 20

/** Opens uploads and takes their bytes to the disk. */
export class Receiver {
  private readonly usage: UsageRows
  private readonly staging: Staging
  private readonly deps: UploadsDeps
  private readonly targets: Targets
  constructor(deps: UploadsDeps, targets: Targets) {
    this.deps = deps
    this.targets = targets
    this.usage = new UsageRows(deps.db)
    this.staging = new Staging(deps.db, deps.blobs)
  }

  /** Checks everything that can be checked before the first byte, and reserves. 404, 401, 423, 429, 507. */
  async open(scope: Scope, id: string, request: ChunkRequest, body: ChunkBody): Promise<UploadSessionRow> {
    const { db, blobs } = this.deps
    const needed = request.total ?? body.length ?? 0
    const reserve = reservesAhead(scope) ? needed : Math.min(needed, withAdvance(0, request.total))
    const maxOpen = scope.actor.openUploads ?? maxOpenSessions
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
    const session = await openSession(db, {
      ...caller,
      id,
      parentId: request.parentId ?? scope.root,
      path: request.folders.length > 0 ? request.folders.join('/') : null,
      name: request.name,
      total: request.total,
      reserve,
      needed,
      limit,
      sha256: request.sha256,
      modifiedAt: request.modifiedAt,
      onConflict: request.onConflict,
      stagingKey: blobs.newKey(),
    })
    if (session) return session
    if (await tooManyOpen(db, caller))
      throw storageErrors.fail('too-many-uploads', { headers: { 'retry-after': '60' } })
    throw storageErrors.fail('quota-exceeded')
  }

  /** Throws 404 when the folder the file is for went away. */
  async stillWanted(scope: Scope, session: UploadSessionRow): Promise<void> {
    if (session.had_parent && session.parent_id === null) throw storageErrors.fail('parent-not-found')
    await this.targets.check(scope, session.parent_id)
  }

  /** Writes a chunk at the session's offset, durable when this resolves. `isNew`: this very call opened the session. */
  async receive(
    scope: Scope,
    given: UploadSessionRow,
    request: ChunkRequest,
    body: ChunkBody,
    memory: UploadMemory,
    { isNew, lock }: { isNew: boolean; lock: SessionLock },
  ): Promise<Received> {
    const tellsOffset = request.offset !== null
    const { session, file } = await (isNew ? this.staging.create(given) : this.staging.resume(given, tellsOffset))
    let open = true
    try {
      if (file.size > session.received) await file.truncate(session.received)
      if (memory.stagingKey !== session.staging_key) clearMemory(memory, session.staging_key)
      if (memory.digest && (memory.digest.lost || memory.digest.length !== session.received)) memory.digest = null
      if (session.received === 0) memory.digest ??= ThreadDigest.begin()
      const digest = memory.digest?.copy() ?? null
      const legacy = request.uploadId === null
      const { size, crc } = await writeChunk({
        file,
        offset: session.received,
        pieces: session.received === 0 ? keepHead(body.pieces, memory) : body.pieces,
        digest,
        disposable: body.disposable,
        allow: (upTo) => this.allowed(scope, session, request, body, upTo),
        withCrc: legacy,
        sync: request.last ? 'all' : 'data',
      })
      if (size === 0 && session.received + size === 0)
        throw storageErrors.fail(request.last ? 'empty-file' : 'bad-chunk')
      const total = session.total_size ?? request.total
      if (legacy && !tellsOffset && isRepeat(session, size, crc) && !request.last) {
        if (!isRun(size, crc)) return { session, size, crc, file: null, repeated: true }
        // Where the size is known, its end tells; without it a file would be stored that is too short or too long.
        if (total === null) throw storageErrors.fail('ambiguous-chunk')
      }
      if (request.last && total !== null && session.received + size !== total) throw storageErrors.fail('bad-chunk')
      // Another process may have written to the file since the lock was lost.
      if (!lock.isHeld()) throw busy()
      if (request.last) {
        memory.digest = digest
        open = false
        return { session, size, crc, file, repeated: false }
      }
      const moved = await advance(this.deps.db, session, { size, crc, tellsOffset })
      if (!moved) throw outOfPlace(session.received)
      memory.digest = digest
      return { session: moved, size, crc, file: null, repeated: false }
    } finally {
      if (open) await file.close()
      if (open && !reservesAhead(scope)) await this.trim(session)
    }
  }

  /** What could not be given back now is by the collector. */
  private async trim(session: UploadSessionRow): Promise<void> {
    await trimReservation(this.deps.db, session).catch(() => undefined)
  }

  /** How far the chunk may go on; throws 422, 413, 423 or 507 when not up to `upTo`. */
  private async allowed(scope: Scope, session: UploadSessionRow, request: ChunkRequest, body: ChunkBody, upTo: number) {
    const { blobs, settings } = this.deps
    const total = session.total_size ?? request.total
    if (total !== null && upTo > total) throw storageErrors.fail('too-many-bytes')
    const megabytes = await settings.get('upload_limit')
    const most = Math.min(
      megabytes > 0 ? megabytes * 1_000_000 : Number.MAX_SAFE_INTEGER,
      request.most ?? Number.MAX_SAFE_INTEGER,
    )
    if (upTo > most) throw storageErrors.fail('too-large')
    if (upTo > session.reserved) {
      const wanted = reservesAhead(scope)
        ? Math.max(session.received + (body.length ?? 0), body.length === null ? upTo + step : upTo)
        : withAdvance(upTo, total)
      await this.reserve(scope, session, { wanted, least: upTo })
    }
    await blobs.ensureRoom(Math.max(session.reserved - upTo, 0))
    return Math.min(session.reserved, total ?? Number.MAX_SAFE_INTEGER, most)
  }

  /** Reserves up to `wanted` bytes of the file, or `least` of them where there is no more room. 423; 404 when it was ended. */
  private async reserve(scope: Scope, session: UploadSessionRow, { wanted, least }: { wanted: number; least: number }) {
    const { db } = this.deps
    const limit = await this.targets.limit(scope, wanted - session.reserved)
    for (const upTo of [wanted, least]) {
      const bytes = upTo - session.reserved
      if (!(await reserveMore(db, session, bytes, limit))) continue
      session.reserved += bytes
      return
    }
    const now = await findSession(db, session.principal, session.id)
    if (!now || now.finished_at) throw storageErrors.fail('upload-not-found')
    throw storageErrors.fail('quota-exceeded')
  }
}

const isRepeat = (session: UploadSessionRow, size: number, crc: number | null) =>
  session.received > 0 && session.last_chunk_size === size && session.last_chunk_crc === crc

const runs = [0x00, 0xff].map((byte) => Buffer.alloc(64 << 10, byte))

/** Nothing but zeros, or ones, as images of disks have for long stretches: equal to its neighbour without being sent again. */
const isRun = (size: number, crc: number | null): boolean =>
  runs.some((run) => {
    let sum = 0
    for (let left = size; left > 0; left -= run.length)
      sum = crc32(left < run.length ? run.subarray(0, left) : run, sum)
    return sum === crc
  })

/** Keeps the first bytes of a file beside its hashes: its type is told by them. */
async function* keepHead(pieces: AsyncIterable<Buffer>, memory: UploadMemory): AsyncIterable<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const piece of pieces) {
    if (size < headSize) {
      parts.push(Buffer.from(piece.subarray(0, headSize - size)))
      size += piece.length
    }
    yield piece
  }
  memory.head = Buffer.concat(parts)
}
