import { isUniqueViolation } from '../../../platform/index.ts'
import { codeOf } from '../../../shared/contract.ts'
import type { ItemRow, Scope } from '../../tree/index.ts'
import { isTerminalError, storageErrors } from '../../tree/index.ts'
import { BlobLeases } from './blob-leases.ts'
import { captureHead } from './capture-head.ts'
import { CommitBatcher } from './commit-batcher.ts'
import type { ContentHashes } from './content-hasher.ts'
import type { UploadsDeps } from './deps.ts'
import { hashBytes, ThreadDigest } from './hasher.ts'
import { itemKindOf } from './media-types.ts'
import type { ChunkRequest } from './parse-chunk-request.ts'
import type { PendingFile } from './pending-file.ts'
import { readDigest } from './read-digest.ts'
import { type ChunkBody, untilLost } from './request-body.ts'
import { UsageRows } from './reservation.ts'
import { findSession } from './sessions.ts'
import { detectMediaType, headSize } from './sniff.ts'
import type { FileTarget, UploadTargetCache } from './upload-target-cache.ts'
import { writeChunk } from './write-chunk.ts'

/** The garbage collector never touches younger blobs (see `GarbageCollector`). */
const collectableAgeMs = 4_000

/** A file that one call contains whole. */
export interface WholeFile {
  scope: Scope
  /** Upload id, which is unique for its caller. */
  id: string
  request: ChunkRequest
  /** Quota of the owner in bytes; null: no limit. */
  limit: number | null
}

interface StoredBlob extends ContentHashes {
  size: number
  mediaType: string
}

/** The connection was lost within a file. The first `size` bytes are durable in the staged file `key`. */
export class CutFileError extends Error {
  readonly key: string
  readonly size: number
  constructor(key: string, size: number, cause: unknown) {
    super('the connection was lost', { cause })
    this.key = key
    this.size = size
  }
}

/** Bytes after which the room on the disk is checked again. */
const stepBytes = 4 << 20

/**
 * Stores files that one call contains whole: blob first, then the rows, in a batch with other files. They need no upload
 * session while they are received.
 */
export class WholeFiles {
  private readonly batcher: CommitBatcher
  private readonly usage: UsageRows
  private readonly leases: BlobLeases
  private readonly deps: UploadsDeps
  private readonly targets: UploadTargetCache
  constructor(deps: UploadsDeps, targets: UploadTargetCache) {
    this.deps = deps
    this.targets = targets
    this.batcher = new CommitBatcher(deps.db, deps.events)
    this.usage = new UsageRows(deps.db)
    this.leases = new BlobLeases(deps.locks)
  }

  /** Stores bytes in memory. Rejects with the database error 23505 when the upload id exists already. */
  storeBytes(file: WholeFile, bytes: Buffer): Promise<ItemRow> {
    const { blobs, settings } = this.deps
    return this.store(file, async (key) => {
      // A copy: detection may not accept shared memory.
      const mediaType = await detectMediaType(settings, Buffer.from(bytes.subarray(0, headSize)), file.request.name)
      // Both read the memory, which the caller reuses after this.
      const [hashes, put] = await Promise.allSettled([hashBytes(bytes), blobs.put(key, bytes)])
      if (put.status === 'rejected') throw put.reason
      if (hashes.status === 'rejected') throw hashes.reason
      return { size: bytes.length, mediaType, ...hashes.value }
    })
  }

  /**
   * Streams a body of `length` bytes to disk. Rejects with 23505 when the upload id exists already, and with `CutFileError`
   * when the connection is lost.
   */
  storeStream(file: WholeFile, body: ChunkBody, length: number): Promise<ItemRow> {
    const { blobs, settings } = this.deps
    return this.store(file, async (key) => {
      const staged = await blobs.stage(key)
      try {
        const kept: { head: Buffer | null } = { head: null }
        const digest = ThreadDigest.begin()
        const cut = file.request.single ? { pieces: body.pieces, error: null } : untilLost(body.pieces)
        const { size } = await writeChunk({
          file: staged,
          offset: 0,
          pieces: captureHead(cut.pieces, kept),
          digest,
          disposable: body.disposable,
          allow: async (upTo) => {
            if (upTo > length) throw storageErrors.fail('size-mismatch')
            // Checked again while the bytes arrive: many files may be on their way at the same time.
            await blobs.ensureRoom(length - upTo)
            return Math.min(length, upTo + stepBytes)
          },
          withCrc: false,
          sync: 'all',
        })
        if (cut.error !== null) throw size > 0 ? new CutFileError(key, size, cut.error) : cut.error
        const hashes = (await digest.end()) ?? (await readDigest(staged, size)).end()
        if (size !== length) throw storageErrors.fail('invalid-chunk')
        const mediaType = await detectMediaType(settings, kept.head ?? Buffer.alloc(0), file.request.name)
        await blobs.commit(key)
        return { size, mediaType, ...hashes }
      } finally {
        await staged.close()
      }
    })
  }

  /** Stores a file whose blob `write` makes durable. When that fails, nothing of the file stays. */
  private async store(file: WholeFile, write: (key: string) => Promise<StoredBlob>): Promise<ItemRow> {
    const { scope, id, request, limit } = file
    const { blobs } = this.deps
    await this.usage.ensure(scope.ownerId)
    const key = blobs.newKey()
    const startedAt = performance.now()
    const endLease = this.leases.take(key)
    try {
      const blob = await write(key).catch(async (error: unknown) => {
        if (!(error instanceof CutFileError)) await blobs.discard(key)
        throw error
      })
      const pendingFile: PendingFile = {
        scope,
        parentId: request.parentId ?? scope.root,
        name: request.name,
        key,
        ...blob,
        kind: itemKindOf(blob.mediaType),
        wantsThumbnails: this.deps.wantsThumbnails(blob.mediaType),
        modifiedAt: request.modifiedAt,
        limit,
        uploadId: id,
        lastChunk: { size: blob.size, crc: blob.crc32 },
      }
      return await this.commit(pendingFile, request, startedAt)
    } finally {
      endLease()
    }
  }

  private async commit(pendingFile: PendingFile, request: ChunkRequest, startedAt: number): Promise<ItemRow> {
    const { blobs } = this.deps
    const { key } = pendingFile
    try {
      verifyChecksum(request, pendingFile)
      const row = await this.insert(pendingFile, request)
      // If the process was suspended, the collector may have quarantined the blob before the lease was taken.
      if (performance.now() - startedAt > collectableAgeMs) await blobs.restore(key)
      if (row.thumbnail_status === 'pending') this.deps.pictureStored()
      return row
    } catch (error) {
      if (isTerminalError(error) || (await this.isOrphan(error, pendingFile))) await blobs.unlink(key)
      throw error
    }
  }

  private async insert(pendingFile: PendingFile, { parentId, folders }: ChunkRequest): Promise<ItemRow> {
    if (folders.length === 0) return this.batcher.add(pendingFile)
    const store = (target: FileTarget) => this.batcher.add({ ...pendingFile, ...target })
    try {
      return await this.targets.storeBelow(pendingFile.scope, parentId, folders, store)
    } catch (error) {
      if (codeOf(error) !== 'parent-not-found') throw error
      // The cached folder of the path was deleted since. The retry creates it again.
      this.targets.invalidate(pendingFile.scope.ownerId)
      return this.targets.storeBelow(pendingFile.scope, parentId, folders, store)
    }
  }

  /** A commit whose response was lost may have succeeded: only a blob that certainly has no row is deleted at once. */
  private async isOrphan(error: unknown, { scope, uploadId, key }: PendingFile): Promise<boolean> {
    if (!isUniqueViolation(error)) return false
    const session = await findSession(this.deps.db, scope.actor.key, uploadId)
    return session !== null && session.staging_key !== key
  }
}

const verifyChecksum = ({ sha256 }: ChunkRequest, stored: ContentHashes): void => {
  if (sha256 && !sha256.equals(stored.sha256)) throw storageErrors.fail('checksum-mismatch')
}
