import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { BlobError } from '../store.ts'
import type { S3Health } from './s3-health.ts'

/** Time for reading and writing a mark. */
const markTimeoutMs = 2_000
/** Pause after which a mark that another process began to write earlier is visible. */
const settleMs = markTimeoutMs + 500

const statusOf = (error: unknown) => (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

/** Small objects of one text each, which processes leave for each other. Failures are `BlobError`. */
export class S3TextObjects {
  private readonly client: S3Client
  private readonly bucket: string
  private readonly health: S3Health

  constructor(client: S3Client, bucket: string, health: S3Health) {
    this.client = client
    this.bucket = bucket
    this.health = health
  }

  /** Null when there is no such object. */
  async read(name: string, abortSignal = AbortSignal.timeout(markTimeoutMs)): Promise<string | null> {
    try {
      const { Body } = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: name }), { abortSignal })
      return await text(Body as never)
    } catch (error) {
      const failure = this.health.failure(error)
      if (failure.reason === 'missing') return null
      throw failure
    }
  }

  /** Creates or replaces an object. */
  async write(name: string, content: string): Promise<void> {
    const call = new PutObjectCommand({ Bucket: this.bucket, Key: name, Body: Buffer.from(content) })
    try {
      await this.client.send(call, { abortSignal: AbortSignal.timeout(markTimeoutMs) })
    } catch (error) {
      throw this.health.failure(error)
    }
  }

  /**
   * The text of an object. Creates it with the text `proposed` where it is missing; if several processes do so at once, all
   * get the same text: where the store has no conditional writes, the last write wins, and all read again when no other
   * process can still be writing.
   */
  async claim(name: string, proposed: string): Promise<string> {
    const abortSignal = AbortSignal.timeout(markTimeoutMs)
    const existing = await this.read(name, abortSignal)
    if (existing !== null) return existing
    if (!(await this.create(name, proposed, abortSignal))) await sleep(settleMs)
    const text = await this.read(name)
    if (text === null) throw new BlobError('unhealthy')
    return text
  }

  /** Creates an object where it is missing. False: the store may have replaced an object that another process created. */
  private async create(name: string, proposed: string, abortSignal: AbortSignal): Promise<boolean> {
    const target = { Bucket: this.bucket, Key: name, Body: Buffer.from(proposed) }
    const put = (IfNoneMatch?: string) =>
      this.client.send(new PutObjectCommand({ ...target, IfNoneMatch }), { abortSignal })
    try {
      await put('*')
      // A store that ignores the condition accepts it once more.
      await put('*')
      return false
    } catch (error) {
      const status = statusOf(error)
      if (status === 409 || status === 412) return true
      // OpenStack Swift has no conditional writes.
      if (status !== 501) throw this.health.failure(error)
      await put()
      return false
    }
  }
}
