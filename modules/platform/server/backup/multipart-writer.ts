import type { S3Objects } from '../blobs/s3/s3-objects.ts'
import { minPartBytes } from '../blobs/s3/s3-parts.ts'
import type { MultipartId, UploadedPart } from '../blobs/s3/s3-uploads.ts'
import { BlobError } from '../blobs/store.ts'

const isMissing = (error: unknown) => error instanceof BlobError && error.reason === 'missing'

/** Error for an upload that the store ended. To the caller, `missing` would say that the content it sends does not exist. */
const ended = (error: unknown): never => {
  throw isMissing(error) ? new BlobError('unhealthy', (error as BlobError).cause ?? error) : error
}

/** Writes an object part after part. A single short part is sent in one call, without a multipart upload. */
export class MultipartWriter {
  private readonly objects: S3Objects
  private readonly name: string
  private id: MultipartId | null = null
  private readonly sent: UploadedPart[] = []
  private bytes = 0
  /** The first part, until it is known whether a second one follows. */
  private only: Buffer | null = null

  constructor(objects: S3Objects, name: string) {
    this.objects = objects
    this.name = name
  }

  /** Every part but the last has the size that `partAt` gives it. */
  async send(part: Buffer): Promise<void> {
    this.bytes += part.length
    if (part.length < minPartBytes && this.sent.length === 0) {
      this.only = part
      return
    }
    this.id ??= await this.objects.uploads.begin(this.name)
    const sending = this.objects.uploads.putPart(this.id, this.sent.length + 1, part)
    this.sent.push(await sending.catch(ended))
  }

  /** Makes the object visible. */
  async finish(): Promise<void> {
    if (this.only) return this.objects.put(this.name, this.only)
    const id = this.id as MultipartId
    this.id = null
    await this.objects.uploads.complete(id, this.sent).catch(async (error: unknown) => {
      // An earlier attempt has completed it, and its answer was lost.
      if (isMissing(error) && (await this.objects.stat(this.name))?.size === this.bytes) return
      ended(error)
    })
  }

  /** Deletes the sent parts of an unfinished object. */
  async close(): Promise<void> {
    if (this.id) await this.objects.uploads.abort(this.id).catch(() => undefined)
  }
}
