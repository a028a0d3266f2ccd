import { BlobError, ForeignStoreError } from '../store.ts'

/** Names the installation whose blobs a bucket holds. */
export const ownerObject = 'coffer-installation'

interface OwnerCalls {
  /** Null when there is no such object. */
  read(name: string): Promise<string | null>
  /** Does nothing when the object exists, in a store that supports conditional writes. */
  create(name: string, text: string): Promise<void>
}

/**
 * The installation that a bucket belongs to. Two on one bucket would delete each other's blobs, because those without a
 * row count as left over.
 */
export class S3Owner {
  private readonly bucket: string
  private readonly calls: OwnerCalls
  private installationId: string | null = null
  private isVerified = false

  constructor(bucket: string, calls: OwnerCalls) {
    this.bucket = bucket
    this.calls = calls
  }

  /** From now on `verify` checks that the bucket belongs to this installation. */
  expect(installationId: string): void {
    this.isVerified &&= this.installationId === installationId
    this.installationId = installationId
  }

  /** Marks a bucket without an owner. Throws `ForeignStoreError` when it belongs to another installation. */
  async verify(): Promise<void> {
    const { bucket, installationId, calls } = this
    if (installationId === null || this.isVerified) return
    const found = await calls.read(ownerObject)
    if (found === null) await calls.create(ownerObject, installationId)
    const owner = found ?? (await calls.read(ownerObject))
    if (owner === null) throw new BlobError('unhealthy')
    if (owner !== installationId) throw new ForeignStoreError(bucket, ownerObject)
    this.isVerified = true
  }
}
