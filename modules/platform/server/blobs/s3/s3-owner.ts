import { ForeignStoreError } from '../store.ts'
import type { S3Marks } from './s3-marks.ts'

/** Names the installation whose blobs a bucket holds. */
export const ownerObject = 'coffer-installation'

/**
 * The installation that a bucket belongs to. Two on one bucket would delete each other's blobs, because those without a
 * row count as left over.
 */
export class S3Owner {
  private readonly bucket: string
  private readonly marks: Pick<S3Marks, 'claim'>
  private installationId: string | null = null
  private isVerified = false

  constructor(bucket: string, marks: Pick<S3Marks, 'claim'>) {
    this.bucket = bucket
    this.marks = marks
  }

  /** From now on `verify` checks that the bucket belongs to this installation. */
  expect(installationId: string): void {
    this.isVerified &&= this.installationId === installationId
    this.installationId = installationId
  }

  /** Marks a bucket without an owner. Throws `ForeignStoreError` when it belongs to another installation. */
  async verify(): Promise<void> {
    const { bucket, installationId, marks } = this
    if (installationId === null || this.isVerified) return
    const owner = await marks.claim(ownerObject, installationId)
    if (owner !== installationId)
      throw new ForeignStoreError(
        `the bucket ${bucket} belongs to another installation of Coffer: use another bucket, or delete its object ${ownerObject} when that installation does not exist any more`,
      )
    this.isVerified = true
  }
}
