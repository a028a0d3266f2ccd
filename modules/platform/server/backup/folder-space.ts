import { stat } from 'node:fs/promises'
import { BlobHealth } from '../blobs/health.ts'
import { BackupError } from './backup-store.ts'

/** Share of a disk that backups leave where DATA_DIR is on another one. */
const reserveShare = 0.02

/** The disk of a backup target has no room for the rest of the backup. */
export class BackupFullError extends BackupError {}

const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Whether two folders are on the same disk; false while one does not exist. */
export const isSameDisk = async (one: string, other: string): Promise<boolean> => {
  try {
    const [{ dev }, { dev: otherDev }] = await Promise.all([stat(one), stat(other)])
    return dev === otherDev
  } catch {
    return false
  }
}

/**
 * The free space that backups leave on the disk of their folder: on that of DATA_DIR as much as uploads do, because the database
 * ends when its disk is full.
 */
export class FolderSpace {
  private readonly root: string
  private readonly dataDir: string | null
  private readonly disk: BlobHealth
  private sameDisk: Promise<boolean> | null = null
  constructor(root: string, dataDir: string | null) {
    this.root = root
    this.dataDir = dataDir
    this.disk = new BlobHealth(root)
  }

  /** Throws `BackupFullError` when `bytes` more would leave less than the reserve. */
  async ensureRoom(bytes: number): Promise<void> {
    this.sameDisk ??= this.dataDir === null ? Promise.resolve(false) : isSameDisk(this.root, this.dataDir)
    const { free, total, reserve } = await this.disk.readSpace()
    if (free - bytes < ((await this.sameDisk) ? reserve : total * reserveShare)) throw this.full()
  }

  /** Content that is written to the disk; ends with `BackupFullError` before it would take the reserve. */
  async *limit(content: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const piece of content) {
      await this.ensureRoom(piece.length)
      yield piece
    }
  }

  /** Returns `BackupFullError` for the error of a full disk, and other errors as they are. */
  asBackupError(error: unknown): unknown {
    return isFull(error) ? this.full(error) : error
  }

  private full(cause?: unknown): BackupFullError {
    return new BackupFullError(
      `no room for the backup on the disk of ${this.root}: free space there, or use a folder on another disk`,
      { cause },
    )
  }
}
