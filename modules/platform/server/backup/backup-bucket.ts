import { isBlobKey } from '../blobs/paths.ts'
import { ownerObject } from '../blobs/s3/s3-owner.ts'
import type { BlobContent } from '../blobs/store.ts'
import { type StoreUses, useFile } from '../store-uses.ts'
import { ContentDigest, piecesOf } from './backup-content.ts'
import {
  BackupError,
  type BackupStore,
  backupOwnerFile,
  blobPath,
  isSnapshotId,
  manifestFile,
  manifestText,
  newSnapshotId,
  requireBackupOwner,
  type Snapshot,
} from './backup-store.ts'
import type { BackupLocation } from './backup-url.ts'
import { type BucketFile, BucketFiles } from './bucket-files.ts'
import { BucketSnapshot, digestOrNull, snapshotFolder } from './bucket-snapshot.ts'
import { recordUse } from './claim-target.ts'

const blobFolder = 'blobs/'
/** Marks a snapshot that is not complete, because objects cannot be renamed. */
const partialMarker = 'partial'

/** Backups in a bucket. The files are the same as in a backup folder. */
export class BackupBucket implements BackupStore {
  readonly name: string
  private readonly files: BucketFiles
  private readonly isRoot: boolean
  private listing: AsyncIterator<BucketFile> | null = null
  private listed: BucketFile | null = null
  private asked: Promise<unknown> = Promise.resolve()

  constructor(location: BackupLocation) {
    this.files = new BucketFiles(location)
    this.name = this.files.name
    this.isRoot = location.prefix === ''
  }

  async claim(installationId: string, uses: StoreUses): Promise<void> {
    requireBackupOwner(this.name, await this.files.claim(backupOwnerFile, `${installationId}\n`), installationId)
    await recordUse(this.name, uses, {
      read: () => this.files.text(useFile),
      write: async (text) => void (await this.files.write(useFile, once(text))),
    })
  }

  async snapshots(): Promise<string[]> {
    const filesById = await this.filesOfSnapshots()
    return [...filesById].flatMap(([id, files]) => (isPartial(files) ? [] : [id])).sort()
  }

  async begin(at: Date): Promise<Snapshot> {
    // The garbage collector of the installation that owns the bucket would not know these objects.
    if (this.isRoot && (await this.files.text(ownerObject)) !== null)
      throw new BackupError(`${this.name} holds the files of an installation: use another bucket, or a folder in it`)
    for (const [id, files] of await this.filesOfSnapshots()) if (isPartial(files)) await this.removeFiles(id, files)
    const id = newSnapshotId(at, await this.snapshots())
    await this.files.write(this.markerOf(id), nothing())
    return new BucketSnapshot(id, this.files)
  }

  async finish({ id }: Snapshot, manifest: object): Promise<void> {
    await this.files.write(`${snapshotFolder}${id}/${manifestFile}`, once(manifestText(manifest)))
    await this.files.remove(this.markerOf(id))
  }

  async find(id: string) {
    const manifest = (await this.files.text(`${snapshotFolder}${id}/${manifestFile}`)) ?? ''
    return { snapshot: new BucketSnapshot(id, this.files), manifest }
  }

  async removeSnapshot(id: string): Promise<void> {
    // First, so that a crash leaves an interrupted backup, which the next one removes.
    await this.files.write(this.markerOf(id), nothing())
    await this.files.remove(`${snapshotFolder}${id}/${manifestFile}`)
    await this.removeFiles(id, (await this.filesOfSnapshots()).get(id) ?? [])
  }

  hasBlob(key: string, size: number): Promise<boolean> {
    const answer = this.asked.then(() => this.findListed(blobPath(key), size))
    this.asked = answer.catch(() => undefined)
    return answer
  }

  storeBlob(key: string, blob: BlobContent, accepts: (sha256: Buffer) => boolean): Promise<boolean> {
    const measure = new ContentDigest()
    return this.files.write(blobPath(key), measure.through(piecesOf(blob)), () => accepts(measure.sha256()))
  }

  async isIntact(key: string, sha256: string): Promise<boolean> {
    return (await digestOrNull(this.files.read(blobPath(key))))?.sha256 === sha256
  }

  readBlob(key: string): AsyncIterable<Buffer> {
    return this.files.read(blobPath(key))
  }

  async *blobKeys(): AsyncIterable<string> {
    for await (const { path } of this.files.list(blobFolder)) {
      const key = path.split('/').at(-1) as string
      // Other programs may have put objects there.
      if (isBlobKey(key) && blobPath(key) === path) yield key
    }
  }

  removeBlob(key: string): Promise<void> {
    return this.files.remove(blobPath(key))
  }

  close(): void {
    this.files.close()
  }

  private markerOf(id: string): string {
    return `${snapshotFolder}${id}/${partialMarker}`
  }

  /** Names of the files of each snapshot, without its folder. */
  private async filesOfSnapshots(): Promise<Map<string, string[]>> {
    const filesById = new Map<string, string[]>()
    for await (const { path } of this.files.list(snapshotFolder)) {
      const [, id = '', ...rest] = path.split('/')
      if (isSnapshotId(id)) filesById.set(id, [...(filesById.get(id) ?? []), rest.join('/')])
    }
    return filesById
  }

  /** The marker goes last. */
  private async removeFiles(id: string, files: readonly string[]): Promise<void> {
    for (const file of files) if (file !== partialMarker) await this.files.remove(`${snapshotFolder}${id}/${file}`)
    await this.files.remove(this.markerOf(id))
  }

  /** Whether the bucket has a blob of this path and size. Walks the list of all blobs, which is in the order of paths. */
  private async findListed(path: string, size: number): Promise<boolean> {
    this.listing ??= this.files.list(blobFolder)[Symbol.asyncIterator]()
    while (this.listed === null || this.listed.path < path) {
      const { value, done } = await this.listing.next()
      if (done) return false
      this.listed = value
    }
    return this.listed.path === path && this.listed.size === size
  }
}

const isPartial = (files: readonly string[]) => files.includes(partialMarker) && !files.includes(manifestFile)

async function* once(text: string): AsyncIterable<Buffer> {
  yield Buffer.from(text)
}

async function* nothing(): AsyncIterable<Buffer> {}
