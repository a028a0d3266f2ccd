import { setInterval } from 'node:timers'
import { AdaptiveIo } from '../adaptive-io.ts'
import { BlobHealth } from '../health.ts'
import { LocalStaging } from '../local-staging.ts'
import { BlobPaths, isKey, keyMaker } from '../paths.ts'
import {
  BlobError,
  type BlobRange,
  type BlobSpace,
  type BlobStore,
  type DirectDownload,
  type LocalFile,
  type OpenBlob,
  type StagedFile,
  type StoredFile,
} from '../store.ts'
import { readWhole, writeToStaged } from './s3-copies.ts'
import { S3Multipart } from './s3-multipart.ts'
import { S3Objects } from './s3-objects.ts'
import { maxObjectBytes, minPartBytes } from './s3-parts.ts'
import { presignedUrl } from './s3-presign.ts'
import { S3Reader } from './s3-reader.ts'
import type { S3Location } from './s3-url.ts'

const blobPrefix = 'blobs/'
const quarantinePrefix = 'quarantine/'
/** Small blobs that are read at the same time for one archive. */
const maxConcurrentReads = 16
/** What was sent of an upload that does not go on is deleted after this time, and sent again when it does. */
const idleTtlMs = 15 * 60_000
const idleCheckMs = 60_000

/**
 * Blobs in an object store (docs/decisions/0031-s3-blob-store.md): staged on the local disk, sent in parts while they are
 * received, an object when they are committed. An empty object `quarantine/{key}` marks a quarantined blob.
 */
export class S3BlobStore implements BlobStore {
  readonly newKey = keyMaker()
  private readonly location: S3Location
  private readonly objects: S3Objects
  private readonly disk: BlobHealth
  private readonly staging: LocalStaging
  private readonly multiparts = new Map<string, S3Multipart>()
  private readonly idleCheck: NodeJS.Timeout

  constructor(dataDir: string, location: S3Location) {
    const paths = new BlobPaths(dataDir)
    this.location = location
    this.objects = new S3Objects(location)
    this.disk = new BlobHealth(dataDir)
    this.staging = new LocalStaging(paths, this.disk, new AdaptiveIo())
    this.idleCheck = setInterval(() => void this.abortIdle(), idleCheckMs).unref()
  }

  claim(installationId: string): Promise<void> {
    return this.objects.claim(installationId)
  }

  async stage(key: string, { scratch = false }: { scratch?: boolean } = {}): Promise<StagedFile> {
    const file = await this.staging.stage(key)
    return scratch ? file : this.sending(key, file)
  }

  async reopen(key: string): Promise<StagedFile> {
    return this.sending(key, await this.staging.reopen(key))
  }

  async uncommit(key: string, to: string): Promise<void> {
    await this.copyTo(key, to)
    await this.unlink(key)
  }

  async commit(key: string): Promise<void> {
    const staged = await this.staging.stat(key)
    if (!staged) throw new BlobError('missing')
    if (staged.size <= minPartBytes && !this.multiparts.has(key))
      await this.objects.put(nameOf(key), await readWhole(this.staging.path(key), staged.size))
    else {
      await this.multipart(key).finish(staged.size)
      this.multiparts.delete(key)
    }
    await this.staging.discard(key)
  }

  put(key: string, bytes: Uint8Array): Promise<void> {
    return this.objects.put(nameOf(key), bytes)
  }

  async discard(key: string): Promise<void> {
    const staged = await this.staging.stat(key)
    await this.staging.discard(key)
    const multipart = this.multiparts.get(key)
    this.multiparts.delete(key)
    // Another process, or this one before it was restarted, may have sent parts.
    const mayHaveOthers = !staged || staged.size >= minPartBytes
    if (!this.objects.health.healthy) return
    // What stays is listed by `staged`, so that the garbage collector discards it later.
    await (multipart ? multipart.abort() : mayHaveOthers ? this.abortOthers(key) : null)?.catch(() => undefined)
  }

  open(key: string, range?: BlobRange): Promise<OpenBlob> {
    return S3Reader.open(this.objects, nameOf(key), range)
  }

  async readSmall(blobs: readonly { key: string; into: Buffer }[]): Promise<void> {
    const queue = [...blobs]
    const work = async () => {
      for (let blob = queue.shift(); blob; blob = queue.shift()) await this.readOne(blob.key, blob.into)
    }
    const workers = await Promise.allSettled(Array.from({ length: maxConcurrentReads }, work))
    for (const worker of workers) if (worker.status === 'rejected') throw worker.reason
  }

  async localFile(key: string): Promise<LocalFile> {
    const copy = this.newKey()
    const path = this.staging.path(copy)
    await this.copyTo(key, copy)
    return { path, release: () => this.staging.discard(copy) }
  }

  async directUrl(key: string, download: DirectDownload): Promise<string> {
    return presignedUrl(this.location, nameOf(key), download)
  }

  unlink(key: string): Promise<void> {
    return this.objects.delete(nameOf(key))
  }

  quarantine(key: string): Promise<void> {
    return this.objects.put(quarantinePrefix + key, Buffer.alloc(0))
  }

  async restore(key: string): Promise<void> {
    if (!(await this.stat(key))) throw new BlobError('missing')
    await this.objects.delete(quarantinePrefix + key)
  }

  quarantined(): AsyncIterable<StoredFile> {
    return this.list(quarantinePrefix)
  }

  async emptyQuarantine(before: Date): Promise<number> {
    let removed = 0
    for await (const { key, modifiedAt } of this.quarantined()) {
      if (modifiedAt >= before) continue
      await this.unlink(key)
      await this.objects.delete(quarantinePrefix + key)
      removed += 1
    }
    return removed
  }

  async *blobs(): AsyncIterable<StoredFile> {
    const quarantined = new Set<string>()
    for await (const { key } of this.quarantined()) quarantined.add(key)
    for await (const blob of this.list(blobPrefix)) if (!quarantined.has(blob.key)) yield blob
  }

  /** Staged files, and the keys of unfinished multipart uploads that have none. */
  async *staged(): AsyncIterable<StoredFile> {
    yield* this.staging.list()
    for await (const { name, startedAt } of this.objects.uploads.list(blobPrefix)) {
      const key = name.slice(blobPrefix.length)
      if (isKey(key) && !(await this.staging.stat(key))) yield { key, size: 0, modifiedAt: startedAt }
    }
  }

  async stat(key: string): Promise<StoredFile | null> {
    const found = await this.objects.stat(nameOf(key))
    return found && { key, size: found.size, modifiedAt: found.modifiedAt }
  }

  space(): Promise<BlobSpace> {
    return this.disk.readSpace()
  }

  async ensureRoom(bytes: number): Promise<void> {
    await Promise.all([this.staging.ensureHealth(), this.objects.health.ensure()])
    if (bytes > maxObjectBytes) throw new BlobError('full')
    await this.disk.ensureRoom(bytes)
  }

  async probe(): Promise<boolean> {
    const [disk, store] = await Promise.all([this.staging.probe(), this.objects.health.probe()])
    return disk && store
  }

  close(): void {
    clearInterval(this.idleCheck)
    this.objects.close()
  }

  /** Sends the parts of a staged file while it is written. */
  private sending(key: string, file: StagedFile): StagedFile {
    return {
      ...file,
      write: async (pieces, position) => {
        await file.write(pieces, position)
        const end = pieces.reduce((at, { length }) => at + length, position)
        if (end >= minPartBytes) this.multipart(key).advance(end)
      },
    }
  }

  private multipart(key: string): S3Multipart {
    const known = this.multiparts.get(key)
    if (known) return known
    const made = new S3Multipart(this.objects, nameOf(key), this.staging.path(key))
    this.multiparts.set(key, made)
    return made
  }

  private async readOne(key: string, into: Buffer): Promise<void> {
    if (into.length === 0) return
    const blob = await this.open(key, { start: 0, end: into.length - 1 })
    try {
      if ((await blob.read(into, 0)) !== into.length) throw new BlobError('missing')
    } finally {
      blob.release()
    }
  }

  /** Copies a blob to a staged file. */
  private async copyTo(key: string, to: string): Promise<void> {
    const blob = await this.open(key)
    try {
      await this.disk.ensureRoom(blob.size)
      await writeToStaged(blob, await this.staging.stage(to))
    } catch (error) {
      await this.staging.discard(to)
      throw error
    } finally {
      blob.release()
    }
  }

  private async *list(prefix: string): AsyncIterable<StoredFile> {
    for await (const { name, size, modifiedAt } of this.objects.list(prefix)) {
      const key = name.slice(prefix.length)
      if (isKey(key)) yield { key, size, modifiedAt }
    }
  }

  private async abortOthers(key: string): Promise<void> {
    for await (const found of this.objects.uploads.list(nameOf(key))) await this.objects.uploads.abort(found)
  }

  private async abortIdle(): Promise<void> {
    for (const [key, multipart] of this.multiparts) {
      if (Date.now() - multipart.usedAt < idleTtlMs) continue
      this.multiparts.delete(key)
      await multipart.abort().catch(() => undefined)
    }
  }
}

const nameOf = (key: string): string => {
  if (!isKey(key)) throw new Error('not a blob key')
  return blobPrefix + key
}
