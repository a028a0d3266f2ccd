import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { BlobError } from '../store.ts'
import { callTimeoutFor, callTimeoutMs, type S3Calls } from './s3-calls.ts'

export interface MultipartId {
  name: string
  uploadId: string
}

export interface UploadedPart {
  number: number
  etag: string
}

/** Timeout of completing an upload: the store joins all parts, which takes longer than other calls. */
const completeTimeoutMs = 28_000

/** The calls of multipart uploads to one bucket. They reject with `BlobError`. Each may be repeated safely. */
export class S3Uploads {
  private readonly calls: S3Calls
  constructor(calls: S3Calls) {
    this.calls = calls
  }

  async begin(name: string): Promise<MultipartId> {
    const call = new CreateMultipartUploadCommand({ Bucket: this.calls.bucket, Key: name })
    const { UploadId = '' } = await this.calls.run((client, abortSignal) => client.send(call, { abortSignal }))
    return { name, uploadId: UploadId }
  }

  async putPart(id: MultipartId, number: number, body: Uint8Array): Promise<UploadedPart> {
    const call = new UploadPartCommand({ ...this.target(id), PartNumber: number, Body: body })
    const { ETag = '' } = await this.calls.run(
      (client, abortSignal) => client.send(call, { abortSignal }),
      callTimeoutFor(body.length),
    )
    return { number, etag: ETag }
  }

  /** Joins the parts to the object. `missing` when the upload no longer exists, also because it was completed before. */
  async complete(id: MultipartId, parts: readonly UploadedPart[]): Promise<void> {
    const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }))
    const call = new CompleteMultipartUploadCommand({ ...this.target(id), MultipartUpload: { Parts } })
    await this.calls.run((client, abortSignal) => client.send(call, { abortSignal }), completeTimeoutMs)
  }

  /** Deletes an unfinished upload with its parts. A missing one counts as deleted. */
  async abort(id: MultipartId): Promise<void> {
    const call = new AbortMultipartUploadCommand(this.target(id))
    await this.calls
      .run((client, abortSignal) => client.send(call, { abortSignal }))
      .catch((error: unknown) => {
        if (!(error instanceof BlobError && error.reason === 'missing')) throw error
      })
  }

  /** Unfinished uploads of the objects whose names begin with `prefix`. */
  async *list(prefix: string): AsyncIterable<MultipartId & { startedAt: Date }> {
    for (let after: { KeyMarker?: string; UploadIdMarker?: string } = {}; ; ) {
      const call = new ListMultipartUploadsCommand({ Bucket: this.calls.bucket, Prefix: prefix, ...after })
      const send = (client: S3Client, abortSignal: AbortSignal) => client.send(call, { abortSignal })
      const page = await this.calls.run(send, callTimeoutMs, { inBackground: true })
      for (const { Key = '', UploadId = '', Initiated = new Date(0) } of page.Uploads ?? [])
        yield { name: Key, uploadId: UploadId, startedAt: Initiated }
      if (!page.IsTruncated) return
      after = { KeyMarker: page.NextKeyMarker ?? '', UploadIdMarker: page.NextUploadIdMarker ?? '' }
    }
  }

  private target({ name, uploadId }: MultipartId) {
    return { Bucket: this.calls.bucket, Key: name, UploadId: uploadId }
  }
}
