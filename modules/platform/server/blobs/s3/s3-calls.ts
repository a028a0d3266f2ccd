import type { S3Client } from '@aws-sdk/client-s3'
import type { S3Health } from './s3-health.ts'

/** Time for a call without content. A call with content gets more, by its size. */
export const callTimeoutMs = 12_000
/**
 * Least throughput of a call that sends content: 128 kbit/s, which four parts at once reach on the slowest line. The client
 * itself gives up an idle connection (s3-client.ts).
 */
const minBytesPerMs = 16

/** Time for a call that sends `bytes` bytes. */
export const callTimeoutFor = (bytes: number): number => callTimeoutMs + Math.ceil(bytes / minBytesPerMs)

/** One bucket, and how its calls are made: not while the store is away, with a time limit, their failures as `BlobError`. */
export class S3Calls {
  readonly client: S3Client
  readonly bucket: string
  private readonly health: S3Health

  constructor(client: S3Client, bucket: string, health: S3Health) {
    this.client = client
    this.bucket = bucket
    this.health = health
  }

  /** Rejects with `BlobError`: `missing`, `full`, else `unhealthy`. `inBackground`: see `S3Health.failure`. */
  async run<T>(
    call: (client: S3Client, abortSignal: AbortSignal) => Promise<T>,
    timeoutMs = callTimeoutMs,
    options: { inBackground?: boolean } = {},
  ): Promise<T> {
    try {
      await this.health.ensure()
      return await call(this.client, AbortSignal.timeout(timeoutMs))
    } catch (error) {
      throw this.health.failure(error, options)
    }
  }
}
