import { array, integer, object, oneOf, type Static, string } from '../../../shared/contract.ts'

/**
 * Reasons why an entry of an archive is not extracted. `unsafe-path`: it leads out of the archive; `link`: a symbolic link or
 * device; `unsupported`: its compression; `damaged`: its content differs from its size or checksum. The others as of uploads.
 */
export const leftOutReasons = [
  'unsafe-path',
  'invalid-name',
  'too-deep',
  'link',
  'encrypted',
  'unsupported',
  'damaged',
  'too-large',
  'file-type-not-allowed',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/** Entries of an archive that were not extracted for one reason: how many, and the paths of the first five. */
export const LeftOut = object({ reason: oneOf(leftOutReasons), count: integer(), names: array(string()) })
export type LeftOut = Static<typeof LeftOut>
