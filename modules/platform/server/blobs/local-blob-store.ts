import fs from 'node:fs'
import { opendir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../atomic-file.ts'
import { AdaptiveIo } from './adaptive-io.ts'
import { BatchedFsync } from './batched-fsync.ts'
import { BlobWriteError, BlobWriterPool } from './blob-writer-pool.ts'
import { FileDescriptorCache } from './file-descriptor-cache.ts'
import { close, fdatasync, fsync, ftruncate, open, read, rename, syncFolder, unlink, writeAll } from './files.ts'
import { BlobFolders } from './folders.ts'
import { BlobHealth } from './health.ts'
import { BlobPaths, keyMaker, randomKey } from './paths.ts'
import { SmallReads } from './small-reads.ts'
import { BlobError, type BlobSpace, type BlobStore, type OpenBlob, type StagedFile, type StoredFile } from './store.ts'
import { ignoreMissing, listStoredFiles, statStoredFile } from './stored-files.ts'

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = fs.constants
const probeTtlMs = 10_000
const failedProbeTtlMs = 1_000
/** Writing this much to the page cache takes less time than a trip through the thread pool. */
const maxSyncWriteBytes = 64 << 10

/** Blobs on a local disk, below DATA_DIR: `staging/` → fsync → rename → `blobs/aa/bb/` → fsync of the folder. */
export class LocalBlobStore implements BlobStore {
  readonly newKey = keyMaker()
  readonly health: BlobHealth
  private readonly paths: BlobPaths
  private readonly folders: BlobFolders
  private readonly descriptors = new FileDescriptorCache()
  private readonly folderSyncs = new BatchedFsync()
  private readonly io = new AdaptiveIo()
  private readonly writerPool = new BlobWriterPool()
  private readonly smallReads = new SmallReads()
  private lastProbe = { at: 0, ok: Promise.resolve(true) }

  constructor(dataDir: string) {
    this.paths = new BlobPaths(dataDir)
    this.folders = new BlobFolders(this.paths)
    for (const folder of [this.paths.blobs, this.paths.staging, this.paths.quarantine]) makeFolder(folder, 0o700)
    this.health = new BlobHealth(this.paths.blobs)
  }

  async stage(key: string): Promise<StagedFile> {
    return this.stagedFile(await this.openStaged(key, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW), 0)
  }

  async reopen(key: string): Promise<StagedFile> {
    const fd = await this.openStaged(key, O_RDWR | O_NOFOLLOW)
    return this.stagedFile(fd, fs.fstatSync(fd).size)
  }

  async uncommit(key: string, to: string): Promise<void> {
    this.descriptors.forget(key)
    await rename(this.paths.blob(key), this.paths.staged(to)).catch((error: unknown) => {
      throw this.health.failure(error)
    })
  }

  async commit(key: string): Promise<void> {
    try {
      await this.folders.ensure(key)
      const [from, to] = [this.paths.staged(key), this.paths.blob(key)]
      await this.io.run(
        () => fs.renameSync(from, to),
        () => rename(from, to),
      )
    } catch (error) {
      throw this.health.failure(error)
    }
    await this.syncFolderOf(key)
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    await this.ensureHealth()
    try {
      await this.folders.ensure(key)
      await this.writerPool.write(this.paths.staged(key), this.paths.blob(key), bytes)
    } catch (error) {
      throw this.health.failure(error, error instanceof BlobWriteError && error.ofSync)
    }
  }

  private async syncFolderOf(key: string): Promise<void> {
    try {
      await this.folderSyncs.sync(this.paths.folderOf(key))
    } catch (error) {
      throw this.health.failure(error, true)
    }
  }

  async discard(key: string): Promise<void> {
    await unlink(this.paths.staged(key)).catch(ignoreMissing)
  }

  async open(key: string): Promise<OpenBlob> {
    try {
      return await this.descriptors.acquire(key, this.paths.blob(key))
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new BlobError('missing', error) : error
    }
  }

  async readSmall(blobs: readonly { key: string; into: Buffer }[]): Promise<void> {
    try {
      await this.smallReads.read(blobs.map(({ key, into }) => ({ path: this.paths.blob(key), into })))
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new BlobError('missing', error) : error
    }
  }

  localPath(key: string): string {
    return this.paths.blob(key)
  }

  async unlink(key: string): Promise<void> {
    this.descriptors.forget(key)
    await unlink(this.paths.blob(key)).catch(ignoreMissing)
  }

  async quarantine(key: string): Promise<void> {
    this.descriptors.forget(key)
    const to = this.paths.quarantined(key)
    await rename(this.paths.blob(key), to)
    const now = new Date()
    fs.utimesSync(to, now, now)
  }

  async restore(key: string): Promise<void> {
    if (await this.stat(key)) return
    try {
      await rename(this.paths.quarantined(key), this.paths.blob(key))
    } catch (error) {
      // Another process may have restored it meanwhile.
      if (!(await this.stat(key))) throw this.health.failure(error)
    }
    await this.syncFolderOf(key)
  }

  quarantined(): AsyncIterable<StoredFile> {
    return listStoredFiles(this.paths.quarantine)
  }

  async emptyQuarantine(before: Date): Promise<number> {
    let removed = 0
    for (const name of await readdir(this.paths.quarantine)) {
      const path = join(this.paths.quarantine, name)
      if ((await stat(path)).mtime >= before) continue
      await rm(path)
      removed += 1
    }
    return removed
  }

  async *blobs(): AsyncIterable<StoredFile> {
    for await (const outer of await opendir(this.paths.blobs)) {
      if (!outer.isDirectory()) continue
      for await (const inner of await opendir(join(this.paths.blobs, outer.name)))
        yield* listStoredFiles(join(this.paths.blobs, outer.name, inner.name))
    }
  }

  staged(): AsyncIterable<StoredFile> {
    return listStoredFiles(this.paths.staging)
  }

  async stat(key: string): Promise<StoredFile | null> {
    return statStoredFile(key, this.paths.blob(key))
  }

  async ensureRoom(bytes: number): Promise<void> {
    await this.ensureHealth()
    return this.health.ensureRoom(bytes)
  }

  space(): Promise<BlobSpace> {
    return this.health.readSpace()
  }

  probe(): Promise<boolean> {
    const age = Date.now() - this.lastProbe.at
    if (age > (this.health.healthy ? probeTtlMs : failedProbeTtlMs))
      this.lastProbe = { at: Date.now(), ok: this.runProbe() }
    return this.lastProbe.ok
  }

  close(): void {
    this.descriptors.closeIdle()
    this.folderSyncs.closeAll()
    this.writerPool.close()
    this.smallReads.close()
  }

  /** Probes an unhealthy disk again before it fails the call. */
  private async ensureHealth(): Promise<void> {
    if (!this.health.healthy && !(await this.probe())) throw new BlobError('unhealthy')
  }

  private async openStaged(key: string, flags: number): Promise<number> {
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
    const guarded = <T>(action: Promise<T>, ofSync = false): Promise<T> =>
      action.catch((error: unknown) => {
        throw this.health.failure(error, ofSync)
      })
    return {
      size,
      write: (pieces, position) => guarded(this.write(fd, pieces, position)),
      read: (into, position) => guarded(read(fd, into, position)),
      truncate: (length) => guarded(ftruncate(fd, length)),
      sync: (full = false) => guarded(full ? fsync(fd) : fdatasync(fd), true),
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

  private async runProbe(): Promise<boolean> {
    const path = this.paths.staged(randomKey())
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
      this.health.recovered()
      return true
    } catch (error) {
      this.health.failure(error)
      await unlink(path).catch(() => undefined)
      return false
    }
  }
}
