import { commandLine } from '../../command-line.ts'
import { renewUse, type StoreUses, useFile } from '../../store-uses.ts'
import { BlobError, EmptyStoreError, type ExpectedContent, emptyStoreMark, UnusableStoreError } from '../store.ts'
import type { S3TextObjects } from './s3-text-objects.ts'
import type { S3Location } from './s3-url.ts'

/** Object whose text is the id of the installation that owns the bucket. */
export const ownerObject = 'coffer-installation'

type Marks = Pick<S3TextObjects, 'claim' | 'read' | 'write'>

/** A bucket without room keeps its token, by which this copy is known; blobs can be read and deleted. */
const unlessFull = (error: unknown): void => {
  if (!(error instanceof BlobError) || error.reason !== 'full') throw error
}

/**
 * The installation that a bucket belongs to. Two installations on one bucket, or two copies of one, would delete each
 * other's blobs, because blobs without a database row count as left over (docs/decisions/0049-copies-of-an-installation.md).
 */
export class S3Owner {
  private readonly bucket: string
  private readonly name: string
  private readonly marks: Marks
  private readonly isEmpty: () => Promise<boolean>
  private installationId: string | null = null
  private expected: ExpectedContent = 'any'
  private uses: StoreUses | null = null
  private isVerified = false
  private isLost = false

  constructor(
    { endpoint, bucket }: Pick<S3Location, 'endpoint' | 'bucket'>,
    marks: Marks,
    isEmpty: () => Promise<boolean>,
  ) {
    this.bucket = bucket
    this.name = `${endpoint}/${bucket}`
    this.marks = marks
    this.isEmpty = isEmpty
  }

  /** From now on `verify` checks that the bucket belongs to this installation. */
  expect(installationId: string, expected: ExpectedContent, uses: StoreUses | null): void {
    this.isVerified &&= this.installationId === installationId
    this.installationId = installationId
    this.expected = expected
    this.uses = uses
  }

  /** Marks a bucket without an owner. Throws `UnusableStoreError` when it must not be used (`ExpectedContent`). */
  async verify(): Promise<void> {
    const { bucket, installationId, marks } = this
    if (installationId === null || this.isVerified) return
    if (this.expected === 'some' && (await this.isEmpty()) && (await marks.read(emptyStoreMark)) !== installationId)
      throw new EmptyStoreError(
        `the bucket ${bucket} holds no files, but the database has some: name the bucket that holds them. To start without them, create its object ${emptyStoreMark} with the content ${installationId}`,
      )
    const owner = await marks.claim(ownerObject, installationId)
    if (owner !== installationId)
      throw new UnusableStoreError(
        `the bucket ${bucket} belongs to another installation of Coffer: use another bucket, or delete its object ${ownerObject} when that installation does not exist any more`,
      )
    await this.use()
    this.isVerified = !this.isLost
  }

  /** Throws `UnusableStoreError`, also from `verify` from then on, when another copy has used the bucket since. */
  async renewUse(): Promise<void> {
    if (this.isVerified || this.isLost) await this.use()
  }

  private async use(): Promise<void> {
    const { marks, uses, name } = this
    if (uses === null) return
    const mark = {
      read: () => marks.read(useFile),
      write: (text: string) => marks.write(useFile, text).catch(unlessFull),
    }
    // Another call may have found meanwhile that it is lost.
    if (!(await renewUse(name, uses, mark))) this.isLost = true
    this.isVerified &&= !this.isLost
    if (this.isLost)
      throw new UnusableStoreError(
        `another copy of this installation has used the bucket ${this.bucket} since, or the bucket or the database was brought back to an earlier state (docs/operate.md, “Copies of an installation”). When this is the copy, it needs another store. Otherwise stop the other one for good, run ${commandLine()} blobs take-over, and start this one again`,
      )
  }
}
