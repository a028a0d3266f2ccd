import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { StoreUses } from '../../store-uses.ts'
import { randomBlobKey } from '../paths.ts'
import { BlobError, type BlobRange, type ExpectedContent, UnusableStoreError } from '../store.ts'
import { ObjectStream } from './object-stream.ts'
import { callTimeoutFor, callTimeoutMs, S3Calls } from './s3-calls.ts'
import { idleTimeoutMs, openS3Client } from './s3-client.ts'
import { S3Clock } from './s3-clock.ts'
import { S3Health } from './s3-health.ts'
import { blobPrefix } from './s3-names.ts'
import { S3Owner } from './s3-owner.ts'
import { presignedUrl } from './s3-presign.ts'
import { S3TextObjects } from './s3-text-objects.ts'
import { S3Uploads } from './s3-uploads.ts'
import type { S3Location } from './s3-url.ts'

interface S3Object {
  name: string
  size: number
  modifiedAt: Date
}

/** An object that is being received. */
export interface OpenObject {
  /** Bytes of the whole object. */
  size: number
  /** A piece is valid until the next one is requested. */
  body: AsyncIterable<Buffer> & { destroy(): void }
}

const probeTimeoutMs = 2_000
/** Ranges from this size on are received by `ObjectStream`; for shorter ones a kept connection counts more. */
const streamedFromBytes = 8 << 20
const streamTtlSeconds = 300

/** The calls to one bucket. They reject with `BlobError`: `missing`, `full`, else `unhealthy`. Each may be repeated safely. */
export class S3Objects {
  readonly bucket: string
  readonly health: S3Health
  /** Objects that are written in parts. */
  readonly uploads: S3Uploads
  /** Small objects of one text each. */
  readonly marks: S3TextObjects
  readonly clock: S3Clock
  private readonly owner: S3Owner
  private readonly location: S3Location
  private readonly client: S3Client
  private readonly calls: S3Calls

  constructor(location: S3Location) {
    this.location = location
    this.bucket = location.bucket
    this.client = openS3Client(location)
    this.clock = new S3Clock(this.client)
    this.health = new S3Health(this.bucket, () => this.probe())
    this.calls = new S3Calls(this.client, this.bucket, this.health)
    this.uploads = new S3Uploads(this.calls)
    this.marks = new S3TextObjects(this.client, this.bucket, this.health)
    this.owner = new S3Owner(location, this.marks, () => this.isEmpty())
  }

  /** `BlobStore.claim`. */
  claim(installationId: string, expected: ExpectedContent = 'any', uses: StoreUses | null = null): Promise<void> {
    this.owner.expect(installationId, expected, uses)
    return this.checkOwner(() => this.owner.verify())
  }

  /** `BlobStore.renewUse`. */
  renewUse(): Promise<void> {
    return this.checkOwner(() => this.owner.renewUse())
  }

  private async checkOwner(check: () => Promise<void>): Promise<void> {
    try {
      await check()
    } catch (error) {
      // The calls have reported their own failures; an error of the database is none of the bucket.
      if (error instanceof UnusableStoreError) this.health.lose(error)
      throw error
    }
  }

  async put(name: string, body: Uint8Array): Promise<void> {
    const call = new PutObjectCommand({ Bucket: this.bucket, Key: name, Body: body })
    await this.calls.run((client, abortSignal) => client.send(call, { abortSignal }), callTimeoutFor(body.length))
  }

  /** Opens an object for reading; `range` beyond its end is cut. Destroy the body to stop. */
  async get(name: string, range?: BlobRange): Promise<OpenObject> {
    const stream = range && range.end - range.start >= streamedFromBytes ? await this.stream(name, range) : null
    return stream ?? this.getByLibrary(name, range)
  }

  /** Null: the library must repeat the request, which handles all errors and tries more than once. */
  private async stream(name: string, range: BlobRange): Promise<OpenObject | null> {
    if (!this.health.healthy) return null
    const url = new URL(presignedUrl(this.location, name, streamTtlSeconds, {}, this.clock.now()))
    const body = await ObjectStream.open(url, range, idleTimeoutMs).catch(() => null)
    return body && { size: body.size, body }
  }

  private async getByLibrary(name: string, range?: BlobRange): Promise<OpenObject> {
    const Range = range && `bytes=${range.start}-${range.end}`
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), callTimeoutMs)
    try {
      await this.health.ensure()
      const call = new GetObjectCommand({ Bucket: this.bucket, Key: name, Range })
      const { Body, ContentLength, ContentRange } = await this.client.send(call, { abortSignal: controller.signal })
      const body = Body as unknown as Readable
      // The read that meets an error reports it.
      body.on('error', () => undefined)
      return { size: Number(ContentRange?.split('/').at(-1) ?? ContentLength), body }
    } catch (error) {
      throw this.health.failure(error)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Null when there is no such object. */
  async stat(name: string): Promise<S3Object | null> {
    const call = new HeadObjectCommand({ Bucket: this.bucket, Key: name })
    try {
      const { ContentLength = 0, LastModified = new Date(0) } = await this.calls.run((client, abortSignal) =>
        client.send(call, { abortSignal }),
      )
      return { name, size: ContentLength, modifiedAt: LastModified }
    } catch (error) {
      if (error instanceof BlobError && error.reason === 'missing') return null
      throw error
    }
  }

  /** A missing object counts as deleted. Thousands of calls may follow each other after a purge: they are in the background. */
  async delete(name: string): Promise<void> {
    const call = new DeleteObjectCommand({ Bucket: this.bucket, Key: name })
    await this.calls.run((client, abortSignal) => client.send(call, { abortSignal }), callTimeoutMs, {
      inBackground: true,
    })
  }

  async *list(prefix: string): AsyncIterable<S3Object> {
    for (let after: string | undefined; ; ) {
      const call = new ListObjectsV2Command({ Bucket: this.bucket, Prefix: prefix, ContinuationToken: after })
      const page = await this.calls.run((client, abortSignal) => client.send(call, { abortSignal }))
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
        yield { name: Key, size: Size, modifiedAt: LastModified }
      after = page.NextContinuationToken
      if (!page.IsTruncated || !after) return
    }
  }

  close(): void {
    this.client.destroy()
  }

  /** Whether the bucket holds no blobs. Not by `list`, which waits until the owner is verified. */
  private async isEmpty(): Promise<boolean> {
    const call = new ListObjectsV2Command({ Bucket: this.bucket, Prefix: blobPrefix, MaxKeys: 1 })
    try {
      const { Contents = [] } = await this.client.send(call, { abortSignal: AbortSignal.timeout(probeTimeoutMs) })
      return Contents.length === 0
    } catch (error) {
      throw this.health.failure(error)
    }
  }

  private async probe(): Promise<void> {
    await this.owner.verify()
    const abortSignal = AbortSignal.timeout(probeTimeoutMs)
    const target = { Bucket: this.bucket, Key: `probe/${randomBlobKey()}` }
    await this.client.send(new PutObjectCommand({ ...target, Body: Buffer.from('probe') }), { abortSignal })
    await this.client.send(new DeleteObjectCommand(target), { abortSignal })
  }
}
