import { bucketFull, objectTooLarge } from '../full-errors.ts'
import { BlobError } from '../store.ts'

const probeTtlMs = 10_000
const failedProbeTtlMs = 1_000

/** Codes of an object store that has no room for an object. */
const noRoom = new Set(['QuotaExceeded', 'InsufficientCapacity', 'InsufficientStorage'])
const notFound = new Set(['NoSuchKey', 'NotFound', 'NoSuchVersion', 'NoSuchUpload'])
/** Codes of an object store that answers, but got too many calls. */
const throttled = new Set(['SlowDown', 'ServiceUnavailable', 'TooManyRequests', 'RequestLimitExceeded', 'Throttling'])

interface S3Failure {
  name?: string
  code?: string
  message?: string
  $metadata?: { httpStatusCode?: number }
}

/** Name, message, code and status of a failed call, for the log: the library's errors carry the signed request. */
const causeOf = (error: unknown): Error => {
  const { name, code, message, $metadata } = error as S3Failure
  const status = $metadata?.httpStatusCode
  return Object.assign(
    new Error(`${name ?? code ?? 'Error'}: ${message ?? ''}`),
    { code: name ?? code },
    status === undefined ? {} : { status },
  )
}

/**
 * Whether the object store answers. After a failed call all others fail at once, until a probe succeeds: no request
 * waits for timeouts again and again while the store is away.
 */
export class S3Health {
  private failing = false
  private cause: Error | null = null
  private lastProbe = { at: Number.NEGATIVE_INFINITY, ok: Promise.resolve(true) }
  private readonly bucket: string
  private readonly runProbe: () => Promise<void>
  /** `runProbe` rejects when nothing can be stored. */
  constructor(bucket: string, runProbe: () => Promise<void>) {
    this.bucket = bucket
    this.runProbe = runProbe
  }

  /**
   * Converts a failed call to a BlobError. `inBackground`: no request waits for the call. When the store rejects such a call
   * because there are too many, or the key lacks the right to it, the calls of requests continue.
   */
  failure(error: unknown, { inBackground = false } = {}): BlobError {
    if (error instanceof BlobError) return error
    const { name = '', $metadata } = error as S3Failure
    const status = $metadata?.httpStatusCode
    if (notFound.has(name)) return new BlobError('missing', causeOf(error))
    if (name === 'EntityTooLarge') return objectTooLarge(this.bucket, causeOf(error))
    if (noRoom.has(name) || status === 507) return bucketFull(this.bucket, causeOf(error))
    if (inBackground && (throttled.has(name) || name === 'AccessDenied' || status === 503 || status === 429))
      return new BlobError('unhealthy', causeOf(error))
    this.failing = true
    this.cause = causeOf(error)
    return new BlobError('unhealthy', this.cause)
  }

  /** From now on all calls fail, whatever the last probe said, until another one succeeds. */
  lose(error: Error): void {
    this.failing = true
    this.cause = error
    this.lastProbe = { at: performance.now(), ok: Promise.resolve(false) }
  }

  get healthy(): boolean {
    return !this.failing
  }

  /** Rejects with `unhealthy` while the store is away. */
  async ensure(): Promise<void> {
    if (this.failing && !(await this.probe())) throw new BlobError('unhealthy', this.cause)
  }

  /** True when an object could be stored and deleted. The result is reused for ten seconds, a failure for one. */
  probe(): Promise<boolean> {
    const age = performance.now() - this.lastProbe.at
    if (age > (this.failing ? failedProbeTtlMs : probeTtlMs))
      this.lastProbe = { at: performance.now(), ok: this.probeNow() }
    return this.lastProbe.ok
  }

  private async probeNow(): Promise<boolean> {
    try {
      await this.runProbe()
      this.failing = false
      return true
    } catch (error) {
      this.failing = true
      this.cause = causeOf(error)
      return false
    }
  }
}
