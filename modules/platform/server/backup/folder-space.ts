import type { StatsFs } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { BlobHealth } from '../blobs/health.ts'
import { isDiskFull } from '../disk-errors.ts'
import { BackupError } from './backup-store.ts'

/** Share of a disk that backups leave where DATA_DIR is on another one. */
const reserveShare = 0.02
const sameDiskMaxAgeMs = 1_000

/** The disk of a backup target has no room for the rest of the backup. */
export class BackupFullError extends BackupError {}

type Pool = Pick<StatsFs, 'type' | 'bavail' | 'bsize'>

/** Types of file systems that are parts of a pool: btrfs and ZFS. */
const pooledTypes = new Set([0x9123683e, 0x2fc12fc1])
/** By how much the free space of a pool may change between two readings. */
const pooledToleranceBytes = 16 << 20

/**
 * Whether two file systems take their space from one pool, as subvolumes of btrfs and datasets of ZFS do: their free space is
 * equal. ZFS rounds it down to the block size of the dataset, and others may write to the pool between the two readings.
 */
export const isSamePool = (one: Pool, other: Pool): boolean => {
  const difference = Math.abs(one.bavail * one.bsize - other.bavail * other.bsize)
  const tolerance = pooledTypes.has(one.type) ? pooledToleranceBytes + Math.max(one.bsize, other.bsize) : 0
  return one.type === other.type && difference <= tolerance && one.bavail > 0 && other.bavail > 0
}

/** Whether two folders are on the same disk; false while one does not exist or cannot be read. */
export const isSameDisk = async (one: string, other: string): Promise<boolean> => {
  try {
    const [{ dev }, { dev: otherDev }] = await Promise.all([stat(one), stat(other)])
    if (dev === otherDev) return true
    const [pool, otherPool] = await Promise.all([statfs(one), statfs(other)])
    return isSamePool(pool, otherPool)
  } catch {
    return false
  }
}

/** Folders that may share a disk with backups: DATA_DIR, the local blobs, and the embedded database. */
const partsOf = (dataDir: string): string[] => [dataDir, join(dataDir, 'blobs'), join(dataDir, 'postgres')]

/**
 * The free space that backups leave on the disk of their folder. On a disk that DATA_DIR uses, it is as much as uploads
 * leave, because the database ends when its disk is full.
 */
export class FolderSpace {
  private readonly root: string
  private readonly dataDir: string | null
  private readonly disk: Pick<BlobHealth, 'readSpace'>
  private sameDisk = { at: Number.NEGATIVE_INFINITY, isShared: Promise.resolve(false) }
  constructor(root: string, dataDir: string | null, disk: Pick<BlobHealth, 'readSpace'> = new BlobHealth(root)) {
    this.root = root
    this.dataDir = dataDir
    this.disk = disk
  }

  /** Throws `BackupFullError` when `bytes` more would leave less than the reserve. */
  async ensureRoom(bytes: number): Promise<void> {
    const now = performance.now()
    // Checked repeatedly during a backup: large writes to a pool in this moment hide that it is one.
    if (now - this.sameDisk.at > sameDiskMaxAgeMs) this.sameDisk = { at: now, isShared: this.sharesDisk() }
    const space = await this.disk.readSpace()
    if (!space) return
    const { free, total, reserve } = space
    if (free - bytes < ((await this.sameDisk.isShared) ? reserve : total * reserveShare)) throw this.full()
  }

  private async sharesDisk(): Promise<boolean> {
    if (this.dataDir === null) return false
    const shared = await Promise.all(partsOf(this.dataDir).map((part) => isSameDisk(this.root, part)))
    return shared.includes(true)
  }

  /** Passes content on that is written to the disk; throws `BackupFullError` before it would take the reserve. */
  async *limit(content: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const piece of content) {
      await this.ensureRoom(piece.length)
      yield piece
    }
  }

  /** Runs `fn`, which writes to the disk. Throws `BackupFullError` for a full disk, and other errors unchanged. */
  async mapErrors<T>(fn: () => Promise<T>): Promise<T> {
    try {
      return await fn()
    } catch (error) {
      throw isDiskFull(error) ? this.full(error) : error
    }
  }

  private full(cause?: unknown): BackupFullError {
    return new BackupFullError(
      `no room for the backup on the disk of ${this.root}: free space there, or use a folder on another disk`,
      { cause },
    )
  }
}
