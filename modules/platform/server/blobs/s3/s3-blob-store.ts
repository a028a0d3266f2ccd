import { forEachConcurrently } from '../../for-each-concurrently.ts'
import type { StoreUses } from '../../store-uses.ts'
import { AdaptiveIo } from '../adaptive-io.ts'
import { objectTooLarge } from '../full-errors.ts'
import { BlobHealth } from '../health.ts'
import { LocalStaging } from '../local-staging.ts'
import { BlobPaths, createKeyGenerator, isBlobKey } from '../paths.ts'
import {
  BlobError,
  type BlobRange,
  type BlobSpace,
  type BlobStore,
  type BlobStoreEntry,
  type DirectDownload,
  type ExpectedContent,
  type LocalFile,
  type OpenBlob,
  type StagedFile,
} from '../store.ts'
import { readBlobInto, readWholeFile, writeToStaged } from './s3-copies.ts'
import { listKeys } from './s3-lists.ts'
import { blobPrefix, objectNameOf } from './s3-names.ts'
import { S3Objects } from './s3-objects.ts'
import { maxObjectBytes, minPartBytes } from './s3-parts.ts'
import { directDownloadUrl } from './s3-presign.ts'
import { S3Quarantine } from './s3-quarantine.ts'
import { S3Reader } from './s3-reader.ts'
import { S3StagedUploads } from './s3-staged-uploads.ts'
import type { S3Location } from './s3-url.ts'

/** Small blobs that are read at the same time for one archive. */
const maxConcurrentReads = 16
/**
 * Blobs in an object store (docs/decisions/0031-s3-blob-store.md): staged on the local disk, sent in parts while they are
 * received, an object when they are committed. An empty object `quarantine/{key}` marks a quarantined blob.
 */
export class S3BlobStore implements BlobStore {
  readonly newKey = createKeyGenerator()
  readonly clockOffsetMs = () => this.objects.clock.offsetMs
  private readonly location: S3Location
  private readonly objects: S3Objects
  private readonly disk: BlobHealth
  private readonly staging: LocalStaging
  private readonly sendings: S3StagedUploads
  private readonly inQuarantine: S3Quarantine

  constructor(dataDir: string, location: S3Location) {
    const paths = new BlobPaths(dataDir)
    this.location = location
    this.objects = new S3Objects(location)
    this.disk = new BlobHealth(dataDir)
    this.staging = new LocalStaging(paths, this.disk, new AdaptiveIo())
    this.sendings = new S3StagedUploads(this.objects, this.staging)
    this.inQuarantine = new S3Quarantine(this.objects)
  }

  claim(installationId: string, expected?: ExpectedContent, uses?: StoreUses): Promise<void> {
    return this.objects.claim(installationId, expected, uses)
  }

  renewUse(): Promise<void> {
    return this.objects.renewUse()
  }

  async stage(key: string, { scratch = false }: { scratch?: boolean } = {}): Promise<StagedFile> {
    const file = await this.staging.stage(key)
    return scratch ? file : this.sendings.watch(key, file)
  }

  async reopen(key: string): Promise<StagedFile> {
    return this.sendings.watch(key, await this.staging.reopen(key))
  }

  restage(key: string, to: string): Promise<void> {
    return this.copyTo(key, to)
  }

  async commit(key: string): Promise<void> {
    const staged = await this.staging.stat(key)
    if (!staged) throw new BlobError('missing')
    if (staged.size <= minPartBytes && !this.sendings.has(key))
      await this.objects.put(objectNameOf(key), await readWholeFile(this.staging.path(key), staged.size))
    else await this.sendings.finish(key, staged.size)
    await this.staging.discard(key)
  }

  put(key: string, bytes: Uint8Array): Promise<void> {
    return this.objects.put(objectNameOf(key), bytes)
  }

  async discard(key: string): Promise<void> {
    const staged = await this.staging.stat(key)
    await this.staging.discard(key)
    await this.sendings.abort(key, { mayHaveOthers: !staged || staged.size >= minPartBytes })
  }

  open(key: string, range?: BlobRange): Promise<OpenBlob> {
    return S3Reader.open(this.objects, objectNameOf(key), range)
  }

  async readSmall(blobs: readonly { key: string; into: Buffer }[]): Promise<void> {
    await forEachConcurrently(
      blobs,
      ({ key, into }) => readBlobInto(into, (range) => this.open(key, range)),
      maxConcurrentReads,
    )
  }

  async localFile(key: string, { maxBytes }: { maxBytes?: number } = {}): Promise<LocalFile> {
    const copy = this.newKey()
    const path = this.staging.path(copy)
    await this.copyTo(key, copy, maxBytes)
    return { path, release: () => this.staging.discard(copy) }
  }

  async directUrl(key: string, download: DirectDownload): Promise<string> {
    return directDownloadUrl(this.location, objectNameOf(key), download, this.objects.clock.now())
  }

  unlink(key: string): Promise<void> {
    return this.objects.delete(objectNameOf(key))
  }

  quarantine(key: string): Promise<void> {
    return this.inQuarantine.add(key)
  }

  restore(key: string): Promise<void> {
    return this.inQuarantine.restore(key)
  }

  quarantined(): AsyncIterable<BlobStoreEntry> {
    return this.inQuarantine.list()
  }

  emptyQuarantine(before: Date): Promise<number> {
    return this.inQuarantine.empty(before)
  }

  async *blobs(): AsyncIterable<BlobStoreEntry> {
    const quarantined = new Set<string>()
    for await (const { key } of this.quarantined()) quarantined.add(key)
    for await (const blob of listKeys(this.objects, blobPrefix)) if (!quarantined.has(blob.key)) yield blob
  }

  /** Staged files, and the keys of unfinished multipart uploads that have none. */
  async *staged(): AsyncIterable<BlobStoreEntry> {
    yield* this.staging.list()
    for await (const { name, startedAt } of this.objects.uploads.list(blobPrefix)) {
      const key = name.slice(blobPrefix.length)
      if (isBlobKey(key) && !(await this.staging.stat(key))) yield { key, size: 0, modifiedAt: startedAt }
    }
  }

  async stat(key: string): Promise<BlobStoreEntry | null> {
    const object = await this.objects.stat(objectNameOf(key))
    return object && { key, size: object.size, modifiedAt: object.modifiedAt }
  }

  space(): Promise<BlobSpace | null> {
    return this.disk.readSpace()
  }

  async ensureRoom(bytes: number, { staged = true }: { staged?: boolean } = {}): Promise<void> {
    await Promise.all([staged && this.staging.ensureHealth(), this.objects.health.ensure()])
    if (bytes > maxObjectBytes) throw objectTooLarge(this.location.bucket)
    if (staged) await this.disk.ensureRoom(bytes)
  }

  async probe(): Promise<boolean> {
    const [disk, store] = await Promise.all([this.staging.probe(), this.objects.health.probe()])
    return disk && store
  }

  close(): void {
    this.sendings.close()
    this.objects.close()
  }

  /** Copies a blob, or its beginning, to a staged file. */
  private async copyTo(key: string, to: string, maxBytes?: number): Promise<void> {
    const blob = await this.open(key, maxBytes ? { start: 0, end: maxBytes - 1 } : undefined)
    const size = Math.min(blob.size, maxBytes ?? blob.size)
    try {
      await this.disk.ensureRoom(size)
      await writeToStaged(blob, await this.staging.stage(to), size)
    } catch (error) {
      await this.staging.discard(to)
      throw error
    } finally {
      blob.release()
    }
  }
}
