import type { StagedFile } from '../../../platform/index.ts'
import type { Scope } from '../../tree/index.ts'
import { isTerminalError, storageErrors } from '../../tree/index.ts'
import type { ChunkResult } from './chunk-writer.ts'
import { fileCreatedPayload } from './commit-batcher.ts'
import { type CommittedFile, commitFile } from './commit-file.ts'
import type { UploadsDeps } from './deps.ts'
import { itemKindOf } from './media-types.ts'
import type { ChunkRequest } from './parse-chunk-request.ts'
import type { PendingFile } from './pending-file.ts'
import { readDigest } from './read-digest.ts'
import { removeSession } from './remove-session.ts'
import type { UploadSessionRow } from './sessions.ts'
import { detectMediaType, headSize } from './sniff.ts'
import type { UploadMemory } from './upload-registry.ts'
import type { FileTarget, UploadTargetCache } from './upload-target-cache.ts'

/** Turns received bytes into a file: verifies hashes and type, makes the blob durable, commits the rows. */
export class UploadFinalizer {
  private readonly deps: UploadsDeps
  private readonly targets: UploadTargetCache
  constructor(deps: UploadsDeps, targets: UploadTargetCache) {
    this.deps = deps
    this.targets = targets
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
      kind: itemKindOf(mediaType),
      wantsThumbnails: this.deps.wantsThumbnails(mediaType),
      modifiedAt: request.modifiedAt ?? session.modified_at,
      limit,
      uploadId: session.id,
      lastChunk: { size: chunk.size, crc: chunk.crc },
    }
    const conflict = request.onConflict ?? session.on_conflict
    const versions = conflict === 'replace' ? (await this.deps.versions.limits()).maxVersions : 0
    const committed = await this.deps.db
      .transaction(async (tx) => {
        const placed = await commitFile(tx, pendingFile, session, conflict, versions, request)
        await request.inTransaction?.(tx, placed.row, placed.used)
        if (placed.used)
          tx.emit('storage.file.created', { ...fileCreatedPayload(pendingFile, placed.row), replaced: placed.replaced })
        return placed
      })
      .catch(async (error: unknown) => {
        // Somebody else ended the upload meanwhile, so `discard` finds no session that would lead to the blob.
        if (isTerminalError(error) && !(await this.hasRow(pendingFile.key))) await blobs.unlink(pendingFile.key)
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
      const { sha256, crc32 } = computed ?? (await readDigest(file, size)).end()
      const expected = request.sha256 ?? session.sha256
      if (expected && !expected.equals(sha256)) throw storageErrors.fail('checksum-mismatch')
      // Read from the file: the first chunk may be shorter than what the detection inspects.
      const mediaType = await detectMediaType(this.deps.settings, await headOf(file), session.name)
      return { sha256, crc32, mediaType }
    } finally {
      await file.close()
    }
  }
}

const headOf = async (file: StagedFile): Promise<Buffer> => {
  const head = Buffer.alloc(headSize)
  return head.subarray(0, await file.read(head, 0))
}
