import { array, integer, object, oneOf, type Static, string } from '../../../shared/contract.ts'

/**
 * Reasons why an entry of an archive is not extracted. `unsafe-path`: it leads out of the archive; `link`: a symbolic link or
 * device; `unsupported`: its compression; `damaged`: its content differs from its size or checksum. The others as of uploads.
 * Of a restore to an earlier time: `no-folder`, the item’s folder of then is gone, in the trash, or inside the item; `too-deep`, folders would be
 * nested deeper than 64 levels. The last ones are of an import: what an account’s export has and another installation does not take over.
 * `link-address`: the link exists, with another address; `link-merged`: its folder holds what was in the account before, which the link would open;
 * `open-folder`: a folder that was open to others before has received items.
 */
const leftOutReasons = [
  'unsafe-path',
  'invalid-name',
  'too-deep',
  'link',
  'encrypted',
  'unsupported',
  'damaged',
  'too-large',
  'file-type-not-allowed',
  'no-folder',
  'in-trash',
  'earlier-version',
  'content-missing',
  'link-with-password',
  'link-ended',
  'link-rejected',
  'link-address',
  'link-merged',
  'open-folder',
  'upload-request',
  'comment',
  'team-member',
  'list-unreadable',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/** Entries of an archive that were not extracted or imported, or items that were not restored, for one reason: how many, and the first five paths or names. */
export const LeftOut = object({ reason: oneOf(leftOutReasons), count: integer(), names: array(string()) })
export type LeftOut = Static<typeof LeftOut>
