import type { StagedFile } from '../../../platform/index.ts'
import type { ItemRow, Scope } from '../../tree/index.ts'
import { isTerminal, rejectType, storageErrors } from '../../tree/index.ts'
import { BlobLeases } from './blob-leases.ts'
import type { ChunkResult } from './chunk-writer.ts'
import { CommitBatcher, eventOf } from './commit-batcher.ts'
import { type CommittedFile, commitFile } from './commit-file.ts'
import type { UploadsDeps } from './deps.ts'
import { Digest, digestOfAll } from './digest.ts'
import { kindOf } from './media-types.ts'
import type { ChunkRequest } from './parse-chunk-request.ts'
import type { PendingFile } from './pending-file.ts'
import { UsageRows } from './reservation.ts'
import { findSession, removeSession, type UploadSessionRow } from './sessions.ts'
import { headSize, sniff } from './sniff.ts'
import type { UploadMemory } from './upload-registry.ts'
import type { FileTarget, UploadTargetCache } from './upload-target-cache.ts'

const readBytes = 1 << 20
/** The garbage collector never touches younger blobs (see `GarbageCollector`). */
const collectableAgeMs = 4_000

/** Turns received bytes into a file: verifies hashes and type, makes the blob durable, commits the rows. */
export class UploadFinalizer {
  private readonly batcher: CommitBatcher
  private readonly usage: UsageRows
  private readonly deps: UploadsDeps
  private readonly targets: UploadTargetCache
  private readonly leases: BlobLeases
  constructor(deps: UploadsDeps, targets: UploadTargetCache) {
    this.deps = deps
    this.targets = targets
    this.batcher = new CommitBatcher(deps.db, deps.events)
    this.usage = new UsageRows(deps.db)
    this.leases = new BlobLeases(deps.locks)
  }

  /** Stores a file of one chunk. Rejects with the database error 23505 when its upload id exists already. */
  async storeSmall(
    scope: Scope,
    id: string,
    request: ChunkRequest,
    bytes: Buffer,
    limit: number | null,
  ): Promise<ItemRow> {
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
    const pendingFile: PendingFile = {
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
      const row = await this.commitSmall(pendingFile, request)
      // If the process was suspended, the collector may have quarantined the blob before the lease was taken.
      if (performance.now() - startedAt > collectableAgeMs) await blobs.restore(key)
      if (row.thumbnail_status === 'pending') this.deps.pictureStored()
      return row
    } catch (error) {
      if (isTerminal(error) || (await this.isOrphan(error, pendingFile))) await blobs.unlink(key)
      throw error
    } finally {
      endLease()
    }
  }

  /** Completes an upload that has a session: one of several chunks, or one that needed a reservation. */
  async finish(
    scope: Scope,
    session: UploadSessionRow,
    request: ChunkRequest,
    chunk: ChunkResult,
    memory: UploadMemory,
  ): Promise<CommittedFile> {
    const { blobs } = this.deps
    const file = chunk.file as StagedFile
    const size = session.received_bytes + chunk.size
    const { sha256, crc32, mediaType } = await this.verify(file, size, session, request, memory)
    await blobs.commit(session.staging_key)
    const limit = await this.targets.limit(scope, 0)
    const pendingFile: PendingFile = {
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
    const committed = await this.deps.db
      .transaction(async (tx) => {
        const placed = await commitFile(tx, pendingFile, session, conflict, versions)
        await request.inTransaction?.(tx, placed.row)
        if (placed.used) tx.emit('storage.file.created', eventOf(pendingFile, placed.row))
        return placed
      })
      .catch(async (error: unknown) => {
        // Somebody else ended the upload meanwhile, so `discard` finds no session that would lead to the blob.
        if (isTerminal(error) && !(await this.hasRow(pendingFile.key))) await blobs.unlink(pendingFile.key)
        throw error
      })
    if (!committed.used) await blobs.unlink(session.staging_key)
    else if (committed.row.thumbnail_status === 'pending') this.deps.pictureStored()
    return committed
  }

  /** Discards an open upload: its row, its reservation and its bytes. */
  async discard(session: UploadSessionRow): Promise<void> {
    const { db, blobs } = this.deps
    const removed = await removeSession(db, session.principal, session.id, { openOnly: true })
    if (!removed) return
    await blobs.discard(removed.staging_key)
    await blobs.unlink(removed.staging_key)
  }

  private async hasRow(key: string): Promise<boolean> {
    return (await this.deps.db.query('select 1 from blobs where key = $1', [key])).length > 0
  }

  /** A commit whose response was lost may have succeeded: only a blob that certainly has no row is deleted at once. */
  private async isOrphan(error: unknown, { scope, uploadId, key }: PendingFile): Promise<boolean> {
    if ((error as { code?: string }).code !== '23505') return false
    const session = await findSession(this.deps.db, scope.actor.key, uploadId)
    return session !== null && session.staging_key !== key
  }

  private async commitSmall(pendingFile: PendingFile, { parentId, folders }: ChunkRequest): Promise<ItemRow> {
    if (folders.length === 0) return this.batcher.add(pendingFile)
    const store = (target: FileTarget) => this.batcher.add({ ...pendingFile, ...target })
    try {
      return await this.targets.storeBelow(pendingFile.scope, parentId, folders, store)
    } catch (error) {
      if ((error as { code?: string }).code !== 'parent-not-found') throw error
      // The cached folder of the path was deleted since. The retry creates it again.
      this.targets.invalidate(pendingFile.scope.ownerId)
      return this.targets.storeBelow(pendingFile.scope, parentId, folders, store)
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

  /** Verifies the whole file, which is on disk already. Closes it in any case. */
  private async verify(
    file: StagedFile,
    size: number,
    session: UploadSessionRow,
    request: ChunkRequest,
    memory: UploadMemory,
  ) {
    try {
      const computed = memory.digest?.length === size ? await memory.digest.end() : null
      memory.digest = null
      const { sha256, crc32 } = computed ?? (await digestOf(file, size)).end()
      const expected = request.sha256 ?? session.sha256
      if (expected && !expected.equals(sha256)) throw storageErrors.fail('checksum-mismatch')
      const mediaType = await this.typeOf(memory.head ?? (await headOf(file)), session.name)
      return { sha256, crc32, mediaType }
    } finally {
      await file.close()
    }
  }

  private async typeOf(head: Buffer, name: string): Promise<string> {
    const mediaType = await sniff(head, name)
    rejectType(await this.deps.settings.get('mimetypes_blacklist'), mediaType)
    return mediaType
  }
}

const headOf = async (file: StagedFile): Promise<Buffer> => {
  const head = Buffer.alloc(headSize)
  return head.subarray(0, await file.read(head, 0))
}

/** Computes the hashes of a file of which some chunks were received before a restart. */
const digestOf = async (file: StagedFile, size: number): Promise<Digest> => {
  const digest = new Digest()
  const piece = Buffer.allocUnsafe(readBytes)
  while (digest.length < size) {
    const bytes = await file.read(piece, digest.length)
    if (bytes === 0) throw storageErrors.fail('bad-chunk')
    digest.update(piece.subarray(0, Math.min(bytes, size - digest.length)))
  }
  return digest
}
