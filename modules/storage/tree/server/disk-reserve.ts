import type { BlobStore } from '../../../platform/index.ts'
import { storageErrors } from './errors.ts'

export type DiskSpace = Pick<BlobStore, 'space'>

/**
 * Throws 507 while the disk has less free space than its reserve. For calls that store rows alone, which no quota counts:
 * the database may be on this disk.
 */
export const requireDiskReserve = async (blobs: DiskSpace): Promise<void> => {
  const space = await blobs.space()
  if (space && space.free < space.reserve) throw storageErrors.fail('disk-full')
}
