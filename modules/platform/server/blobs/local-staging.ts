import fs from 'node:fs'
import { makeFolder } from '../atomic-file.ts'
import type { AdaptiveIo } from './adaptive-io.ts'
import { close, fdatasync, fsync, ftruncate, open, read, syncFolder, unlink, writeAll } from './files.ts'
import type { BlobHealth } from './health.ts'
import { type BlobPaths, randomBlobKey } from './paths.ts'
import { BlobError, type BlobStoreEntry, type StagedFile } from './store.ts'
import { ignoreMissing, listStoredFiles, statStoredFile } from './stored-files.ts'

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = fs.constants
const probeTtlMs = 10_000
const failedProbeTtlMs = 1_000
/** Writing this much to the page cache takes less time than a trip through the thread pool. */
const maxSyncWriteBytes = 64 << 10

interface Probe {
  at: number
  /** Number of `BlobHealth.failures` before the probe started. */
  failures: number
  ok: Promise<boolean>
}

/** Files of open uploads below `DATA_DIR/staging`, and the probe of that disk. Each store stages its uploads here. */
export class LocalStaging {
  private readonly paths: BlobPaths
  private readonly health: BlobHealth
  private readonly io: AdaptiveIo
  private lastProbe: Probe = { at: Number.NEGATIVE_INFINITY, failures: 0, ok: Promise.resolve(true) }

  constructor(paths: BlobPaths, health: BlobHealth, io: AdaptiveIo) {
    this.paths = paths
    this.health = health
    this.io = io
    makeFolder(paths.staging, 0o700)
  }

  async stage(key: string): Promise<StagedFile> {
    return this.stagedFile(await this.open(key, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW), 0)
  }

  async reopen(key: string): Promise<StagedFile> {
    const fd = await this.open(key, O_RDWR | O_NOFOLLOW)
    return this.stagedFile(fd, fs.fstatSync(fd).size)
  }

  path(key: string): string {
    return this.paths.staged(key)
  }

  async discard(key: string): Promise<void> {
    await unlink(this.paths.staged(key)).catch(ignoreMissing)
  }

  list(): AsyncIterable<BlobStoreEntry> {
    return listStoredFiles(this.paths.staging)
  }

  stat(key: string): Promise<BlobStoreEntry | null> {
    return statStoredFile(key, this.paths.staged(key))
  }

  /** Probes an unhealthy disk again before it fails the call. */
  async ensureHealth(): Promise<void> {
    if (!this.health.healthy && !(await this.probe())) throw new BlobError('unhealthy')
  }

  /** As `BlobStore.probe`, of the local disk. */
  probe(): Promise<boolean> {
    const { at, failures } = this.lastProbe
    const ttlMs = this.health.healthy ? probeTtlMs : failedProbeTtlMs
    if (failures !== this.health.failures || performance.now() - at > ttlMs) {
      this.lastProbe = { at: performance.now(), failures: this.health.failures, ok: Promise.resolve(false) }
      this.lastProbe.ok = this.runProbe(this.lastProbe)
    }
    return this.lastProbe.ok
  }

  private async open(key: string, flags: number): Promise<number> {
    await this.ensureHealth()
    try {
      const path = this.paths.staged(key)
      return await this.io.run(
        () => fs.openSync(path, flags, 0o600),
        () => open(path, flags, 0o600),
      )
    } catch (error) {
      throw this.health.failure(error)
    }
  }

  private stagedFile(fd: number, size: number): StagedFile {
    const guarded = <T>(action: Promise<T>, options: { ofSync?: boolean } = {}): Promise<T> =>
      action.catch((error: unknown) => {
        throw this.health.failure(error, options)
      })
    return {
      size,
      write: (pieces, position) => guarded(this.write(fd, pieces, position)),
      read: (into, position) => guarded(read(fd, into, position)),
      truncate: (length) => guarded(ftruncate(fd, length)),
      sync: (extent) => guarded(extent === 'all' ? fsync(fd) : fdatasync(fd), { ofSync: true }),
      close: async () => fs.closeSync(fd),
    }
  }

  private write(fd: number, pieces: Buffer[], position: number): Promise<void> {
    const [piece] = pieces
    if (pieces.length !== 1 || !piece || piece.length > maxSyncWriteBytes) return writeAll(fd, pieces, position)
    return this.io.run(
      () => {
        if (fs.writeSync(fd, piece, 0, piece.length, position) !== piece.length)
          throw Object.assign(new Error('short write'), { code: 'ENOSPC' })
      },
      () => writeAll(fd, pieces, position),
    )
  }

  private async runProbe(probe: Probe): Promise<boolean> {
    const path = this.paths.staged(randomBlobKey())
    try {
      const fd = await open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
      try {
        await writeAll(fd, [Buffer.from('probe')], 0)
        await fsync(fd)
      } finally {
        await close(fd)
      }
      await unlink(path)
      await syncFolder(this.paths.staging)
      if (probe.failures !== this.health.failures) return false
      this.health.recovered()
      return true
    } catch (error) {
      this.health.failure(error)
      probe.failures = this.health.failures
      await unlink(path).catch(() => undefined)
      return false
    }
  }
}
