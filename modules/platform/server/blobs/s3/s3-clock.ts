import type { S3Client } from '@aws-sdk/client-s3'

/** Smaller differences are those of the network. */
const minOffsetMs = 30_000

/** Time of the object store, of which the client learns by each response, to sign its calls with it. */
export class S3Clock {
  private readonly client: S3Client
  constructor(client: S3Client) {
    this.client = client
  }

  /** Time of the store minus that of this server, in ms; 0 where they agree. */
  get offsetMs(): number {
    const { systemClockOffset = 0 } = this.client.config
    return Math.abs(systemClockOffset) < minOffsetMs ? 0 : systemClockOffset
  }

  now(): Date {
    return new Date(Date.now() + this.offsetMs)
  }
}
