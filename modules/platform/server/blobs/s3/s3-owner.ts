import { EmptyStoreError, type ExpectedContent, emptyMark, UnusableStoreError } from '../store.ts'
import type { S3Marks } from './s3-marks.ts'

/** Object whose text is the id of the installation that owns the bucket. */
export const ownerObject = 'coffer-installation'

/**
 * The installation that a bucket belongs to. Two installations on one bucket would delete each other's blobs, because blobs
 * without a database row count as left over.
 */
export class S3Owner {
  private readonly bucket: string
  private readonly marks: Pick<S3Marks, 'claim' | 'read'>
  private readonly isEmpty: () => Promise<boolean>
  private installationId: string | null = null
  private expected: ExpectedContent = 'any'
  private isVerified = false

  constructor(bucket: string, marks: Pick<S3Marks, 'claim' | 'read'>, isEmpty: () => Promise<boolean>) {
    this.bucket = bucket
    this.marks = marks
    this.isEmpty = isEmpty
  }

  /** From now on `verify` checks that the bucket belongs to this installation. */
  expect(installationId: string, expected: ExpectedContent): void {
    this.isVerified &&= this.installationId === installationId
    this.installationId = installationId
    this.expected = expected
  }

  /** Marks a bucket without an owner. Throws `UnusableStoreError` when it must not be used (`ExpectedContent`). */
  async verify(): Promise<void> {
    const { bucket, installationId, marks } = this
    if (installationId === null || this.isVerified) return
    if (this.expected === 'some' && (await this.isEmpty()) && (await marks.read(emptyMark)) !== installationId)
      throw new EmptyStoreError(
        `the bucket ${bucket} holds no files, but the database has some: name the bucket that holds them. To start without them, create its object ${emptyMark} with the content ${installationId}`,
      )
    const owner = await marks.claim(ownerObject, installationId)
    if (owner !== installationId)
      throw new UnusableStoreError(
        `the bucket ${bucket} belongs to another installation of Coffer: use another bucket, or delete its object ${ownerObject} when that installation does not exist any more`,
      )
    this.isVerified = true
  }
}
