import type { StagedFile } from '../../../platform/index.ts'
import type { ItemRow, Scope } from '../../tree/index.ts'
import { isFinal, refuseType, storageErrors } from '../../tree/index.ts'
import { BlobLeases } from './blob-leases.ts'
import type { Received } from './chunk-result.ts'
import { CommitLanes, eventOf } from './commit-batcher.ts'
import { type Placement, placeFile } from './commit-file.ts'
import type { UploadsDeps } from './deps.ts'
import { Digest, digestOfAll } from './digest.ts'
import { kindOf } from './media-types.ts'
import type { ChunkRequest } from './parse-chunk-request.ts'
import type { Candidate } from './pending-file.ts'
import { UsageRows } from './reservation.ts'
import { findSession, removeSession, type UploadSessionRow } from './sessions.ts'
import { headSize, sniff } from './sniff.ts'
import type { UploadMemory } from './upload-registry.ts'
import type { FileTarget, Targets } from './upload-target-cache.ts'

const readSize = 1 << 20
/** Younger files are never collected (`Gc`). */
const unquestionedAgeMs = 4_000

/** Turns received bytes into a file: hashes, type, durable blob, rows. */
export class Finisher {
  private readonly lanes: CommitLanes
  private readonly usage: UsageRows
  private readonly deps: UploadsDeps
  private readonly targets: Targets
  private readonly leases: BlobLeases
  constructor(deps: UploadsDeps, targets: Targets) {
    this.deps = deps
    this.targets = targets
    this.lanes = new CommitLanes(deps.db, deps.events)
    this.usage = new UsageRows(deps.db)
    this.leases = new BlobLeases(deps.locks)
  }

  /** A file that came in one piece. Rejects with 23505 when its upload id is known already. */
  async small(scope: Scope, id: string, request: ChunkRequest, bytes: Buffer, limit: number | null): Promise<ItemRow> {
    const { blobs } = this.deps
    const { sha256, crc32 } = digestOfAll(bytes)
    if (request.sha256 && !request.sha256.equals(sha256)) throw storageErrors.fail('checksum-mismatch')
    const mediaType = await this.typeOf(bytes.subarray(0, headSize), request.name)
    await this.usage.ensure(scope.ownerId)
    const key = blobs.newKey()
    const startedAt = performance.now()
    const endLease = this.leases.take(key)
    await blobs.put(key, bytes).catch((error: unknown) => {
      endLease()
      throw error
    })
    const candidate: Candidate = {
      scope,
      parentId: request.parentId ?? scope.root,
      name: request.name,
      key,
      size: bytes.length,
      sha256,
      crc32,
      mediaType,
      kind: kindOf(mediaType),
      modifiedAt: request.modifiedAt,
      limit,
      uploadId: id,
      lastChunk: { size: bytes.length, crc: crc32 },
    }
    try {
      const row = await this.commitSmall(candidate, request)
      // Should the process have been stopped for a while, the collector may have been faster than the lease.
      if (performance.now() - startedAt > unquestionedAgeMs) await blobs.restore(key)
      if (row.thumbnails === 'pending') this.deps.pictureStored()
      return row
    } catch (error) {
      if (isFinal(error) || (await this.isOrphan(error, candidate))) await blobs.unlink(key)
      throw error
    } finally {
      endLease()
    }
  }

  /** The end of an upload of several chunks, or of one that had to be reserved for. */
  async large(
    scope: Scope,
    session: UploadSessionRow,
    request: ChunkRequest,
    chunk: Received,
    memory: UploadMemory,
  ): Promise<Placement> {
    const { blobs } = this.deps
    const file = chunk.file as StagedFile
    const size = session.received + chunk.size
    const { sha256, crc32, mediaType } = await this.sealed(file, size, session, request, memory)
    await blobs.commit(session.staging_key)
    const limit = await this.targets.limit(scope, 0)
    const candidate: Candidate = {
      scope,
      ...this.targetOf(scope, session, request),
      name: session.name,
      key: session.staging_key,
      size,
      sha256,
      crc32,
      mediaType,
      kind: kindOf(mediaType),
      modifiedAt: request.modifiedAt ?? session.modified_at,
      limit,
      uploadId: session.id,
      lastChunk: { size: chunk.size, crc: chunk.crc },
    }
    const conflict = request.onConflict ?? session.on_conflict
    const versions = conflict === 'replace' ? (await this.deps.versions.limits()).most : 0
    const placement = await this.deps.db
      .transaction(async (tx) => {
        const placed = await placeFile(tx, candidate, session, conflict, versions)
        await request.alongside?.(tx, placed.row)
        if (placed.used) tx.emit('storage.file.created', eventOf(candidate, placed.row))
        return placed
      })
      .catch(async (error: unknown) => {
        // Ended by somebody else meanwhile: `drop` finds no session any more that would lead to the blob.
        if (isFinal(error) && !(await this.hasRow(candidate.key))) await blobs.unlink(candidate.key)
        throw error
      })
    if (!placement.used) await blobs.unlink(session.staging_key)
    else if (placement.row.thumbnails === 'pending') this.deps.pictureStored()
    return placement
  }

  /** Ends an upload that will not be: row, reservation, bytes. */
  async drop(session: UploadSessionRow): Promise<void> {
    const { db, blobs } = this.deps
    const gone = await removeSession(db, session.principal, session.id, { openOnly: true })
    if (!gone) return
    await blobs.discard(gone.staging_key)
    await blobs.unlink(gone.staging_key)
  }

  private async hasRow(key: string): Promise<boolean> {
    return (await this.deps.db.query('select 1 from blobs where key = $1', [key])).length > 0
  }

  /** A commit whose answer was lost may have happened: only what certainly has no row is removed at once. */
  private async isOrphan(error: unknown, { scope, uploadId, key }: Candidate): Promise<boolean> {
    if ((error as { code?: string }).code !== '23505') return false
    const session = await findSession(this.deps.db, scope.actor.key, uploadId)
    return session !== null && session.staging_key !== key
  }

  private async commitSmall(candidate: Candidate, { parentId, folders }: ChunkRequest): Promise<ItemRow> {
    if (folders.length === 0) return this.lanes.add(candidate)
    const store = (target: FileTarget) => this.lanes.add({ ...candidate, ...target })
    try {
      return await this.targets.into(candidate.scope, parentId, folders, store)
    } catch (error) {
      if ((error as { code?: string }).code !== 'parent-not-found') throw error
      // The folder of the path was known from before and is gone since: made once more.
      this.targets.drop(candidate.scope.ownerId)
      return this.targets.into(candidate.scope, parentId, folders, store)
    }
  }

  private targetOf(scope: Scope, session: UploadSessionRow, request: ChunkRequest): FileTarget {
    const parentId = session.parent_id
    const names = session.path?.split('/') ?? []
    if (names.length === 0 && !request.ensurePath) return { parentId: parentId ?? scope.root }
    const { folders } = this.deps
    const ensurePath = request.ensurePath ?? ((tx, parent, path) => folders.ensurePath(tx, scope, parent, path))
    return { parentId, ensureParent: (tx) => ensurePath(tx, parentId, names) }
  }

  /** Checks the whole file, which is on the disk already; closes it in any case. */
  private async sealed(
    file: StagedFile,
    size: number,
    session: UploadSessionRow,
    request: ChunkRequest,
    memory: UploadMemory,
  ) {
    try {
      const known = memory.digest?.length === size ? await memory.digest.end() : null
      memory.digest = null
      const { sha256, crc32 } = known ?? (await digestOf(file, size)).end()
      const wanted = request.sha256 ?? session.sha256
      if (wanted && !wanted.equals(sha256)) throw storageErrors.fail('checksum-mismatch')
      const mediaType = await this.typeOf(memory.head ?? (await headOf(file)), session.name)
      return { sha256, crc32, mediaType }
    } finally {
      await file.close()
    }
  }

  private async typeOf(head: Buffer, name: string): Promise<string> {
    const mediaType = await sniff(head, name)
    refuseType(await this.deps.settings.get('mimetypes_blacklist'), mediaType)
    return mediaType
  }
}

const headOf = async (file: StagedFile): Promise<Buffer> => {
  const head = Buffer.alloc(headSize)
  return head.subarray(0, await file.read(head, 0))
}

/** Hashes of a file that was received in part before a restart. */
const digestOf = async (file: StagedFile, size: number): Promise<Digest> => {
  const digest = new Digest()
  const piece = Buffer.allocUnsafe(readSize)
  while (digest.length < size) {
    const bytes = await file.read(piece, digest.length)
    if (bytes === 0) throw storageErrors.fail('bad-chunk')
    digest.update(piece.subarray(0, Math.min(bytes, size - digest.length)))
  }
  return digest
}
