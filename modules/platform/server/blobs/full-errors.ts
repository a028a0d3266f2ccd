import { BlobError } from './store.ts'

/**
 * Errors with the reason `full`. Their messages name the full disk, bucket or object and a remedy for administrators; a
 * command appends how it is continued.
 */
export const diskFull = (folder: string, cause?: unknown): BlobError =>
  new BlobError('full', cause, `no room on the disk of ${folder}: free space there`)

export const bucketFull = (bucket: string, cause?: unknown): BlobError =>
  new BlobError('full', cause, `no room in the bucket ${bucket}: free space there or raise its quota`)

export const objectTooLarge = (bucket: string, cause?: unknown): BlobError =>
  new BlobError('full', cause, `a file is too large for an object of the bucket ${bucket}: use another store`)
