import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { randomKey } from '../paths.ts'
import { BlobError, type BlobRange, ForeignStoreError } from '../store.ts'
import { openS3Client } from './s3-client.ts'
import { S3Health } from './s3-health.ts'
import { S3Owner } from './s3-owner.ts'
import type { S3Location } from './s3-url.ts'

export interface S3Object {
  name: string
  size: number
  modifiedAt: Date
}

export interface MultipartId {
  name: string
  uploadId: string
}

export interface UploadedPart {
  number: number
  etag: string
}

/** An object that is being received. */
export interface OpenObject {
  /** Bytes of the whole object. */
  size: number
  body: Readable
}

const probeTimeoutMs = 2_000
/** Time for a call without content; with content, more by its size. */
const callTimeoutMs = 12_000
const minBytesPerMs = 500
/** Completing joins all parts, which takes a store longer than other calls. */
const completeTimeoutMs = 28_000

/** The calls to one bucket. They reject with `BlobError`: `missing`, `full`, else `unhealthy`. Each may be repeated safely. */
export class S3Objects {
  readonly health: S3Health
  private readonly owner: S3Owner
  private readonly client: S3Client
  private readonly bucket: string

  constructor(location: S3Location) {
    this.bucket = location.bucket
    this.client = openS3Client(location)
    this.health = new S3Health(() => this.probe())
    this.owner = new S3Owner(location.bucket, {
      read: (name) => this.read(name),
      create: (name, owner) => this.create(name, owner),
    })
  }

  /** `BlobStore.claim`. */
  async claim(installationId: string): Promise<void> {
    this.owner.expect(installationId)
    try {
      await this.owner.verify()
    } catch (error) {
      const failure = this.health.failure(error)
      throw error instanceof ForeignStoreError ? error : failure
    }
  }

  /** A small object as text; null when there is none. */
  async read(name: string): Promise<string | null> {
    const call = new GetObjectCommand({ Bucket: this.bucket, Key: name })
    try {
      const { Body } = await this.client.send(call, { abortSignal: AbortSignal.timeout(probeTimeoutMs) })
      return await text(Body as unknown as Readable)
    } catch (error) {
      const failure = this.health.failure(error)
      if (failure.reason === 'missing') return null
      throw failure
    }
  }

  async put(name: string, body: Uint8Array): Promise<void> {
    await this.guarded(
      (abortSignal) =>
        this.client.send(new PutObjectCommand({ Bucket: this.bucket, Key: name, Body: body }), { abortSignal }),
      timeoutFor(body.length),
    )
  }

  /** Opens an object for reading; `range` beyond its end is cut. Destroy the body to stop. */
  async get(name: string, range?: BlobRange): Promise<OpenObject> {
    const Range = range && `bytes=${range.start}-${range.end}`
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), callTimeoutMs)
    try {
      await this.health.ensure()
      const call = new GetObjectCommand({ Bucket: this.bucket, Key: name, Range })
      const { Body, ContentLength, ContentRange } = await this.client.send(call, { abortSignal: controller.signal })
      return {
        size: Number(ContentRange?.split('/').at(-1) ?? ContentLength),
        body: Body as unknown as Readable,
      }
    } catch (error) {
      throw this.health.failure(error)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Null when there is no such object. */
  async stat(name: string): Promise<S3Object | null> {
    try {
      const { ContentLength = 0, LastModified = new Date(0) } = await this.guarded((abortSignal) =>
        this.client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: name }), { abortSignal }),
      )
      return { name, size: ContentLength, modifiedAt: LastModified }
    } catch (error) {
      if (error instanceof BlobError && error.reason === 'missing') return null
      throw error
    }
  }

  /** A missing object counts as deleted. */
  async delete(name: string): Promise<void> {
    await this.guarded((abortSignal) =>
      this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: name }), { abortSignal }),
    )
  }

  async *list(prefix: string): AsyncIterable<S3Object> {
    for (let after: string | undefined; ; ) {
      const page = await this.guarded((abortSignal) =>
        this.client.send(new ListObjectsV2Command({ Bucket: this.bucket, Prefix: prefix, ContinuationToken: after }), {
          abortSignal,
        }),
      )
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
        yield { name: Key, size: Size, modifiedAt: LastModified }
      after = page.NextContinuationToken
      if (!page.IsTruncated || !after) return
    }
  }

  async beginMultipart(name: string): Promise<MultipartId> {
    const { UploadId = '' } = await this.guarded((abortSignal) =>
      this.client.send(new CreateMultipartUploadCommand({ Bucket: this.bucket, Key: name }), { abortSignal }),
    )
    return { name, uploadId: UploadId }
  }

  async putPart({ name, uploadId }: MultipartId, number: number, body: Uint8Array): Promise<UploadedPart> {
    const { ETag = '' } = await this.guarded(
      (abortSignal) =>
        this.client.send(
          new UploadPartCommand({
            Bucket: this.bucket,
            Key: name,
            UploadId: uploadId,
            PartNumber: number,
            Body: body,
          }),
          { abortSignal },
        ),
      timeoutFor(body.length),
    )
    return { number, etag: ETag }
  }

  /** Joins the parts to the object. `missing` when the upload no longer exists, also because it was completed before. */
  async completeMultipart({ name, uploadId }: MultipartId, parts: readonly UploadedPart[]): Promise<void> {
    const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }))
    await this.guarded(
      (abortSignal) =>
        this.client.send(
          new CompleteMultipartUploadCommand({
            Bucket: this.bucket,
            Key: name,
            UploadId: uploadId,
            MultipartUpload: { Parts },
          }),
          { abortSignal },
        ),
      completeTimeoutMs,
    )
  }

  /** Deletes an unfinished upload with its parts. A missing one counts as deleted. */
  async abortMultipart({ name, uploadId }: MultipartId): Promise<void> {
    await this.guarded((abortSignal) =>
      this.client.send(new AbortMultipartUploadCommand({ Bucket: this.bucket, Key: name, UploadId: uploadId }), {
        abortSignal,
      }),
    ).catch((error: unknown) => {
      if (!(error instanceof BlobError && error.reason === 'missing')) throw error
    })
  }

  /** Unfinished uploads of the objects whose names begin with `prefix`. */
  async *multiparts(prefix: string): AsyncIterable<MultipartId & { startedAt: Date }> {
    for (let after: { KeyMarker?: string; UploadIdMarker?: string } = {}; ; ) {
      const page = await this.guarded((abortSignal) =>
        this.client.send(new ListMultipartUploadsCommand({ Bucket: this.bucket, Prefix: prefix, ...after }), {
          abortSignal,
        }),
      )
      for (const { Key = '', UploadId = '', Initiated = new Date(0) } of page.Uploads ?? [])
        yield { name: Key, uploadId: UploadId, startedAt: Initiated }
      if (!page.IsTruncated) return
      after = { KeyMarker: page.NextKeyMarker ?? '', UploadIdMarker: page.NextUploadIdMarker ?? '' }
    }
  }

  close(): void {
    this.client.destroy()
  }

  private async guarded<T>(call: (signal: AbortSignal) => Promise<T>, timeoutMs = callTimeoutMs): Promise<T> {
    try {
      await this.health.ensure()
      return await call(AbortSignal.timeout(timeoutMs))
    } catch (error) {
      throw this.health.failure(error)
    }
  }

  /** Of two processes that do it at the same time one fails, where the store knows conditional writes. */
  private async create(name: string, content: string): Promise<void> {
    const put = (condition: { IfNoneMatch?: string }) =>
      this.client.send(
        new PutObjectCommand({ Bucket: this.bucket, Key: name, Body: Buffer.from(content), ...condition }),
        { abortSignal: AbortSignal.timeout(probeTimeoutMs) },
      )
    try {
      await put({ IfNoneMatch: '*' })
    } catch (error) {
      const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
      // OpenStack Swift has no conditional writes.
      if (status === 501) await put({})
      else if (status !== 409 && status !== 412) throw error
    }
  }

  private async probe(): Promise<void> {
    await this.owner.verify()
    const abortSignal = AbortSignal.timeout(probeTimeoutMs)
    const target = { Bucket: this.bucket, Key: `probe/${randomKey()}` }
    await this.client.send(new PutObjectCommand({ ...target, Body: Buffer.from('probe') }), { abortSignal })
    await this.client.send(new DeleteObjectCommand(target), { abortSignal })
  }
}

const timeoutFor = (bytes: number): number => callTimeoutMs + Math.ceil(bytes / minBytesPerMs)
