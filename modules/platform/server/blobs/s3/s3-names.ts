import { isBlobKey } from '../paths.ts'

/** Prefix of the names of blobs' objects. */
export const blobPrefix = 'blobs/'
/** Prefix of the empty objects that mark quarantined blobs. */
export const quarantinePrefix = 'quarantine/'

/** The name of a blob's object. */
export const objectNameOf = (key: string): string => {
  if (!isBlobKey(key)) throw new Error('not a blob key')
  return blobPrefix + key
}
