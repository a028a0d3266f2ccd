import { isKey } from '../paths.ts'

/** Objects of blobs begin with it. */
export const blobPrefix = 'blobs/'
/** Empty objects that mark quarantined blobs begin with it. */
export const quarantinePrefix = 'quarantine/'

/** The name of a blob's object. */
export const nameOf = (key: string): string => {
  if (!isKey(key)) throw new Error('not a blob key')
  return blobPrefix + key
}
