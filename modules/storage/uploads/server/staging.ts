import { BlobError, type BlobStore, type Db, type StagedFile } from '../../../platform/index.ts'
import { outOfPlace, storageErrors } from '../../tree/index.ts'
import { lockOpenSession, moveStaging, type UploadSessionRow } from './sessions.ts'

/** A session and its staged file, which holds at least the bytes that the session counts. */
export interface OpenStaging {
  session: UploadSessionRow
  file: StagedFile
}

/** Opens the staged files of uploads, and puts right what a crash, another process or a lost file left. */
export class Staging {
  private readonly db: Db
  private readonly blobs: BlobStore
  constructor(db: Db, blobs: BlobStore) {
    this.db = db
    this.blobs = blobs
  }

  /** The file of a session that this very call opened. */
  async create(session: UploadSessionRow): Promise<OpenStaging> {
    return { session, file: await this.blobs.stage(session.staging_key) }
  }

  /**
   * The file of a session that an earlier call opened. Where its bytes are lost it begins anew: 409 with offset 0 for a
   * sender that tells offsets, else 422 `upload-lost`. 409 `upload-busy` when the session moved meanwhile.
   */
  async resume(session: UploadSessionRow, tellsOffset: boolean): Promise<OpenStaging> {
    // Another file than the earlier call's: should that call still be at work somewhere, its bytes are nobody's.
    if (session.received === 0) return this.create(await this.restart(session))
    const found = (await this.reopen(session)) ?? (await this.takeBack(session))
    if (found) return found
    await this.restart(session)
    throw tellsOffset ? outOfPlace(0) : storageErrors.fail('upload-lost')
  }

  private async reopen(session: UploadSessionRow): Promise<OpenStaging | null> {
    try {
      const file = await this.blobs.reopen(session.staging_key)
      if (file.size >= session.received) return { session, file }
      await file.close()
      return null
    } catch (error) {
      if (error instanceof BlobError && error.reason === 'missing') return null
      throw error
    }
  }

  /** Stopped between the rename and the row: the blob becomes a staged file again, unless a row has it by now. */
  private async takeBack(session: UploadSessionRow): Promise<OpenStaging | null> {
    const stagingKey = this.blobs.newKey()
    const moved = await this.db.transaction(async (tx) => {
      // Waits for a commit that may still be on its way from a process that died.
      if (!(await lockOpenSession(tx, session))) throw busy()
      try {
        await this.blobs.uncommit(session.staging_key, stagingKey)
      } catch (error) {
        if (error instanceof BlobError && error.reason === 'missing') return null
        throw error
      }
      return moveStaging(tx, session, { stagingKey, received: session.received })
    })
    return moved && this.reopen(moved)
  }

  private async restart(session: UploadSessionRow): Promise<UploadSessionRow> {
    const moved = await moveStaging(this.db, session, { stagingKey: this.blobs.newKey(), received: 0 })
    if (!moved) throw busy()
    // No row can come to refer to the former key: `lockOpenSession` compares it.
    await this.blobs.discard(session.staging_key)
    await this.blobs.unlink(session.staging_key)
    return moved
  }
}

export const busy = () => storageErrors.fail('upload-busy', { headers: { 'retry-after': '1' } })
