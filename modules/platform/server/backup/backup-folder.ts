import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { makeFolder, syncFolderBlocking, writeSecretFile } from '../atomic-file.ts'
import { syncFolder } from '../blobs/files.ts'
import type { BlobContent } from '../blobs/store.ts'
import { ignoreMissing } from '../blobs/stored-files.ts'
import type { StoreUses } from '../store-uses.ts'
import { ContentDigest, pieceBytes, piecesOf } from './backup-content.ts'
import {
  type BackupStore,
  blobPath,
  isSnapshotId,
  manifestFile,
  manifestText,
  newSnapshotId,
  type Snapshot,
} from './backup-store.ts'
import { blobKeysBelow } from './blob-keys.ts'
import { claimBackupFolder } from './claim-target.ts'
import { FolderOwner } from './folder-owner.ts'
import { digestFile, FolderSnapshot } from './folder-snapshot.ts'
import { FolderSpace } from './folder-space.ts'
import { nullIfMissing } from './null-if-missing.ts'

const partialSuffix = '.partial'

/**
 * Backups in a folder. A snapshot has a temporary name until it is complete, and gets its own name when everything it refers
 * to is durable: the folder may be on a disk without a journal, such as a USB stick.
 */
export class BackupFolder implements BackupStore {
  readonly name: string
  private readonly folder: string
  /** Folders with entries that may not be durable yet. */
  private readonly changed = new Set<string>()
  /** True when an earlier backup ended before it had synced its folders: an existing blob then does not count as durable. */
  private afterInterrupted = false
  private readonly sync: (folder: string) => Promise<void>
  private readonly owner: FolderOwner
  private readonly space: FolderSpace
  constructor(root: string, dataDir: string | null = null, sync = syncFolder) {
    this.sync = sync
    this.name = resolve(root)
    this.owner = new FolderOwner(this.name, dataDir)
    this.space = new FolderSpace(this.name, dataDir)
    this.folder = join(this.name, 'snapshots')
  }

  claim(installationId: string, uses: StoreUses): Promise<void> {
    return claimBackupFolder(this.name, this.owner, installationId, uses)
  }

  async snapshots(): Promise<string[]> {
    const names = await nullIfMissing(this.folder, readdir(this.folder))
    return (names ?? []).filter(isSnapshotId).sort()
  }

  begin(at: Date): Promise<Snapshot> {
    return this.space.mapErrors(() => this.create(at))
  }

  private async create(at: Date): Promise<Snapshot> {
    const id = newSnapshotId(at, await this.snapshots())
    await this.owner.give(...makeFolder(this.folder, 0o700))
    const partial = join(this.folder, id + partialSuffix)
    const interrupted = (await readdir(this.folder)).filter((name) => name.endsWith(partialSuffix))
    this.afterInterrupted = interrupted.length > 0
    await rm(partial, { recursive: true, force: true })
    // Before the interrupted backups are removed: if this backup is interrupted as well, the next one still notices.
    await mkdir(partial, { mode: 0o700 })
    await this.owner.give(partial)
    for (const path of interrupted.map((name) => join(this.folder, name)))
      if (path !== partial) await rm(path, { recursive: true })
    return new FolderSnapshot(id, partial, this.owner, this.space)
  }

  finish({ id }: Snapshot, manifest: object): Promise<void> {
    return this.space.mapErrors(() => this.complete(id, manifest))
  }

  private async complete(id: string, manifest: object): Promise<void> {
    const partial = join(this.folder, id + partialSuffix)
    for (const folder of this.changed) await this.sync(folder)
    this.changed.clear()
    const path = join(partial, manifestFile)
    writeSecretFile(path, manifestText(manifest))
    await this.owner.give(path)
    await rename(partial, join(this.folder, id))
    syncFolderBlocking(this.folder)
  }

  async find(id: string) {
    const path = join(this.folder, id)
    const file = join(path, manifestFile)
    const manifest = await nullIfMissing(file, readFile(file, 'utf8'))
    return { snapshot: new FolderSnapshot(id, path, this.owner, this.space), manifest: manifest ?? '' }
  }

  async removeSnapshot(id: string): Promise<void> {
    // Renamed first, so that a crash leaves an interrupted backup, which the next one removes.
    const partial = join(this.folder, id + partialSuffix)
    await rename(join(this.folder, id), partial).catch(ignoreMissing)
    await rm(partial, { recursive: true })
  }

  async hasBlob(key: string, size: number): Promise<boolean> {
    const path = this.pathOf(key)
    const stats = await nullIfMissing(path, stat(path))
    if (stats?.size !== size) return false
    if (this.afterInterrupted) this.markChanged(path)
    return true
  }

  storeBlob(key: string, blob: BlobContent, accepts: (sha256: Buffer) => boolean): Promise<boolean> {
    return this.space.mapErrors(() => this.copyBlob(key, blob, accepts))
  }

  private async copyBlob(key: string, blob: BlobContent, accepts: (sha256: Buffer) => boolean): Promise<boolean> {
    const path = this.pathOf(key)
    await this.space.ensureRoom(blob.size)
    await this.owner.makeFolder(dirname(path))
    const draft = `${path}${partialSuffix}`
    const file = await open(draft, 'w', 0o600)
    const measure = new ContentDigest()
    const memory = Buffer.allocUnsafeSlow(Math.min(pieceBytes, Math.max(blob.size, 1)))
    try {
      await this.owner.give(draft)
      await file.writeFile(this.space.limit(measure.through(piecesOf(blob, memory))))
      await file.sync()
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    } finally {
      await file.close()
    }
    const accepted = accepts(measure.sha256())
    if (!accepted) await rm(draft)
    else {
      await rename(draft, path)
      this.markChanged(path)
    }
    return accepted
  }

  async isIntact(key: string, sha256: string): Promise<boolean> {
    return (await digestFile(this.pathOf(key)))?.sha256 === sha256
  }

  readBlob(key: string): AsyncIterable<Buffer> {
    return createReadStream(this.pathOf(key), { highWaterMark: pieceBytes })
  }

  blobKeys(): AsyncIterable<string> {
    return blobKeysBelow(join(this.name, 'blobs'), partialSuffix)
  }

  async removeBlob(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true })
  }

  close(): void {}

  private markChanged(path: string): void {
    for (let folder = dirname(path); folder !== this.name; folder = dirname(folder)) this.changed.add(folder)
    this.changed.add(this.name)
  }

  private pathOf(key: string): string {
    return join(this.name, blobPath(key))
  }
}
