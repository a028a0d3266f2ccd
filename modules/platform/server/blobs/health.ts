import { statfs } from 'node:fs/promises'
import { isDiskFull } from '../disk-errors.ts'
import { diskFull } from './full-errors.ts'
import { BlobError, type BlobSpace } from './store.ts'

/** Free space that uploads must leave: this much, or this share of the disk if that is more. */
const minReserveBytes = 1 << 30
const reserveShare = 0.02
const freeSpaceMaxAgeMs = 1_000
const brokenDevice = new Set(['EIO', 'EROFS', 'ENXIO', 'ENODEV'])

/** Free space, and whether the disk can be trusted. A failed fsync is never retried; only a successful probe clears it. */
export class BlobHealth {
  private broken: unknown = null
  private failureCount = 0
  private space = { free: 0, total: 0, at: Number.NEGATIVE_INFINITY }
  private readonly root: string
  constructor(root: string) {
    this.root = root
  }

  get healthy(): boolean {
    return this.broken === null
  }

  /** How often the disk has failed. A probe that ran before or during a failure says nothing about the time after it. */
  get failures(): number {
    return this.failureCount
  }

  /** Converts a failed system call to a BlobError. A failed sync or a device error makes the store unhealthy. */
  failure(error: unknown, { ofSync = false } = {}): BlobError {
    if (error instanceof BlobError) return error
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (isDiskFull(error)) this.space.at = Number.NEGATIVE_INFINITY
    if (ofSync || brokenDevice.has(code)) {
      this.broken = error
      this.failureCount += 1
    }
    if (isDiskFull(error)) return diskFull(this.root, error)
    if (code === 'ENOENT') return new BlobError('missing', error)
    if (code === 'EEXIST') return new BlobError('exists', error)
    return new BlobError('unhealthy', error)
  }

  recovered(): void {
    this.broken = null
  }

  /** Rejects with `full` when `bytes` more would leave less than the reserve. */
  async ensureRoom(bytes: number): Promise<void> {
    const space = await this.readSpace()
    if (space && space.free - bytes < space.reserve) throw diskFull(this.root)
  }

  /** `BlobStore.space`, at most a second old. */
  async readSpace(): Promise<BlobSpace | null> {
    if (performance.now() - this.space.at > freeSpaceMaxAgeMs) {
      const { bavail, blocks, bsize } = await statfs(this.root)
      this.space = { free: bavail * bsize, total: blocks * bsize, at: performance.now() }
    }
    const { free, total } = this.space
    if (total === 0) return null
    return { free, total, reserve: Math.max(minReserveBytes, total * reserveShare) }
  }
}
