import { BlobError, type BlobStore, type Db, type StagedFile } from '../../../platform/index.ts'
import { offsetConflict, storageErrors } from '../../tree/index.ts'
import { lockOpenSession, moveStaging, type UploadSessionRow } from './sessions.ts'

/** A session and its staged file, which holds at least the received bytes of the session. */
interface OpenStaging {
  session: UploadSessionRow
  file: StagedFile
}

/** Opens the staged files of uploads, and repairs what a crash, another process or a lost file left behind. */
export class Staging {
  private readonly db: Db
  private readonly blobs: BlobStore
  constructor(db: Db, blobs: BlobStore) {
    this.db = db
    this.blobs = blobs
  }

  /** Creates the file of a session that the same call opened. */
  async create(session: UploadSessionRow): Promise<OpenStaging> {
    return { session, file: await this.blobs.stage(session.staging_key) }
  }

  /**
   * Opens the file of a session that an earlier call opened. Where its bytes are lost, the upload starts again: 409
   * with offset 0 for a sender that sends offsets, else 422 `upload-lost`. 409 `upload-busy` when the session advanced
   * meanwhile.
   */
  async resume(session: UploadSessionRow, { hasOffset }: { hasOffset: boolean }): Promise<OpenStaging> {
    // Another file than the earlier call's, which that call may still be writing to in some process.
    if (session.received_bytes === 0) return this.create(await this.restart(session))
    const staging = (await this.reopen(session)) ?? (await this.recoverFromBlob(session))
    if (staging) return staging
    await this.restart(session)
    throw hasOffset ? offsetConflict(0) : storageErrors.fail('upload-lost')
  }

  private async reopen(session: UploadSessionRow): Promise<OpenStaging | null> {
    try {
      const file = await this.blobs.reopen(session.staging_key)
      if (file.size >= session.received_bytes) return { session, file }
      await file.close()
      return null
    } catch (error) {
      if (error instanceof BlobError && error.reason === 'missing') return null
      throw error
    }
  }

  /**
   * The process died between renaming the file and committing the row. The blob becomes a staged file again, unless a
   * row refers to it by now. Reading it from an object store takes longer than a transaction may.
   */
  private async recoverFromBlob(session: UploadSessionRow): Promise<OpenStaging | null> {
    const stagingKey = this.blobs.newKey()
    try {
      await this.blobs.restage(session.staging_key, stagingKey)
    } catch (error) {
      if (error instanceof BlobError && error.reason === 'missing') return null
      throw error
    }
    const updated = await this.db.transaction(async (tx) => {
      // Waits for a commit of a dead process that the database may still execute.
      if (!(await lockOpenSession(tx, session))) return null
      return moveStaging(tx, session, { stagingKey, receivedBytes: session.received_bytes })
    })
    if (!updated) {
      await this.blobs.discard(stagingKey)
      throw uploadBusy()
    }
    // No row can refer to it later, because `lockOpenSession` compares its key.
    await this.blobs.unlink(session.staging_key)
    return this.reopen(updated)
  }

  private async restart(session: UploadSessionRow): Promise<UploadSessionRow> {
    const updated = await moveStaging(this.db, session, { stagingKey: this.blobs.newKey(), receivedBytes: 0 })
    if (!updated) throw uploadBusy()
    // No row can refer to the former key later, because `lockOpenSession` compares it.
    await this.blobs.discard(session.staging_key)
    await this.blobs.unlink(session.staging_key)
    return updated
  }
}

export const uploadBusy = () => storageErrors.fail('upload-busy', { headers: { 'retry-after': '1' } })
