import { statfs } from 'node:fs/promises'
import { BlobError } from './store.ts'

const gibibyte = 1 << 30
const spaceAge = 1_000
const noSpace = new Set(['ENOSPC', 'EDQUOT'])
const brokenDevice = new Set(['EIO', 'EROFS', 'ENXIO', 'ENODEV'])

/** Free space and whether the disk can be trusted. A failed fsync is never retried; only a fresh probe brings it back. */
export class BlobHealth {
  private broken: unknown = null
  private space = { free: 0, total: 0, at: 0 }
  private readonly root: string
  constructor(root: string) {
    this.root = root
  }

  get healthy(): boolean {
    return this.broken === null
  }

  /** Turns a failed system call into a BlobError. A failed sync, or a device that fails, makes the store unhealthy. */
  failure(error: unknown, ofSync = false): BlobError {
    if (error instanceof BlobError) return error
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (noSpace.has(code)) this.space.at = 0
    if (ofSync || brokenDevice.has(code)) this.broken = error
    if (noSpace.has(code)) return new BlobError('full', error)
    if (code === 'ENOENT') return new BlobError('missing', error)
    if (code === 'EEXIST') return new BlobError('exists', error)
    return new BlobError('unhealthy', error)
  }

  recovered(): void {
    this.broken = null
  }

  async ensureRoom(bytes: number): Promise<void> {
    if (Date.now() - this.space.at > spaceAge) {
      const { bavail, blocks, bsize } = await statfs(this.root)
      this.space = { free: bavail * bsize, total: blocks * bsize, at: Date.now() }
    }
    const reserve = Math.max(gibibyte, this.space.total * 0.02)
    if (this.space.free - bytes < reserve) throw new BlobError('full')
  }
}
