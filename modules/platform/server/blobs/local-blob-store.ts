import fs from 'node:fs'
import { makeFolder } from '../atomic-file.ts'
import { AdaptiveIo } from './adaptive-io.ts'
import { BatchedFsync } from './batched-fsync.ts'
import { BlobWriteError, BlobWriterPool } from './blob-writer-pool.ts'
import { FileDescriptorCache } from './file-descriptor-cache.ts'
import { copyFile, link, rename, unlink, utimes } from './files.ts'
import { BlobFolders } from './folders.ts'
import { BlobHealth } from './health.ts'
import { claimBlobFolder } from './local-owner.ts'
import { LocalStaging } from './local-staging.ts'
import { ensureOneDisk } from './one-disk.ts'
import { BlobPaths, createKeyGenerator } from './paths.ts'
import { SmallFileReader } from './small-file-reader.ts'
import {
  BlobError,
  type BlobSpace,
  type BlobStore,
  type BlobStoreEntry,
  type ExpectedContent,
  type LocalFile,
  type OpenBlob,
  type StagedFile,
} from './store.ts'
import { ignoreMissing, listBlobFiles, listStoredFiles, removeOldFiles, statStoredFile } from './stored-files.ts'

/** Blobs on a local disk, below DATA_DIR: `staging/` → fsync → rename → `blobs/aa/bb/` → fsync of the folder. */
export class LocalBlobStore implements BlobStore {
  readonly newKey = createKeyGenerator()
  readonly health: BlobHealth
  private readonly paths: BlobPaths
  private readonly folders: BlobFolders
  private readonly descriptors = new FileDescriptorCache()
  private readonly folderSyncs = new BatchedFsync()
  private readonly io = new AdaptiveIo()
  private readonly writerPool = new BlobWriterPool()
  private readonly smallReads = new SmallFileReader()
  private readonly staging: LocalStaging

  constructor(dataDir: string) {
    this.paths = new BlobPaths(dataDir)
    this.folders = new BlobFolders(this.paths, (folder) => this.syncFolder(folder))
    for (const folder of [this.paths.blobs, this.paths.quarantine]) makeFolder(folder, 0o700)
    this.health = new BlobHealth(this.paths.blobs)
    this.staging = new LocalStaging(this.paths, this.health, this.io)
  }

  stage(key: string): Promise<StagedFile> {
    return this.staging.stage(key)
  }

  reopen(key: string): Promise<StagedFile> {
    return this.staging.reopen(key)
  }

  async restage(key: string, to: string): Promise<void> {
    const [from, staged] = [this.paths.blob(key), this.paths.staged(to)]
    try {
      // Not each file system has hard links.
      await link(from, staged).catch(() => copyFile(from, staged))
    } catch (error) {
      throw this.health.failure(error)
    }
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
    await this.syncFolder(this.paths.folderOf(key))
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    await this.staging.ensureHealth()
    try {
      await this.folders.ensure(key)
      await this.writerPool.write(this.paths.staged(key), this.paths.blob(key), bytes)
    } catch (error) {
      throw this.health.failure(error, { ofSync: error instanceof BlobWriteError && error.ofSync })
    }
  }

  /** Once a sync has failed, the next needs a successful probe: by itself it could succeed without the lost entries. */
  private async syncFolder(folder: string): Promise<void> {
    await this.staging.ensureHealth()
    try {
      await this.folderSyncs.sync(folder)
    } catch (error) {
      throw this.health.failure(error, { ofSync: true })
    }
  }

  discard(key: string): Promise<void> {
    return this.staging.discard(key)
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

  async localFile(key: string): Promise<LocalFile> {
    return { path: this.paths.blob(key), release: async () => undefined }
  }

  async directUrl(): Promise<null> {
    return null
  }

  async unlink(key: string): Promise<void> {
    this.descriptors.forget(key)
    await unlink(this.paths.blob(key)).catch(ignoreMissing)
  }

  async quarantine(key: string): Promise<void> {
    this.descriptors.forget(key)
    const [from, to, now] = [this.paths.blob(key), this.paths.quarantined(key), new Date()]
    try {
      // Touched before the move: in the quarantine, an old time would let another process delete the file.
      await utimes(from, now, now)
      await rename(from, to)
    } catch (error) {
      // A purge may have unlinked it meanwhile.
      ignoreMissing(error)
    }
  }

  async restore(key: string): Promise<void> {
    if (await this.stat(key)) return
    try {
      await rename(this.paths.quarantined(key), this.paths.blob(key))
    } catch (error) {
      // Another process may have restored it meanwhile.
      if (!(await this.stat(key))) throw this.health.failure(error)
    }
    await this.syncFolder(this.paths.folderOf(key))
  }

  quarantined(): AsyncIterable<BlobStoreEntry> {
    return listStoredFiles(this.paths.quarantine)
  }

  emptyQuarantine(before: Date): Promise<number> {
    return removeOldFiles(this.paths.quarantine, before)
  }

  blobs(): AsyncIterable<BlobStoreEntry> {
    return listBlobFiles(this.paths.blobs)
  }

  staged(): AsyncIterable<BlobStoreEntry> {
    return this.staging.list()
  }

  async stat(key: string): Promise<BlobStoreEntry | null> {
    return statStoredFile(key, this.paths.blob(key))
  }

  async ensureRoom(bytes: number): Promise<void> {
    await this.staging.ensureHealth()
    return this.health.ensureRoom(bytes)
  }

  space(): Promise<BlobSpace | null> {
    return this.health.readSpace()
  }

  async claim(installationId: string, expected: ExpectedContent = 'any'): Promise<void> {
    ensureOneDisk(this.paths)
    await claimBlobFolder(this.paths.blobs, installationId, expected)
  }

  probe(): Promise<boolean> {
    return this.staging.probe()
  }

  close(): void {
    this.descriptors.closeIdle()
    this.folderSyncs.closeAll()
    this.writerPool.close()
    this.smallReads.close()
  }
}
