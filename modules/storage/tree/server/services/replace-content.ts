import type { Tx } from '../../../../platform/index.ts'
import type { ItemKind } from '../../contract.ts'
import type { Scope } from '../scope.ts'
import {
  archiveVersion,
  type FreedBytes,
  hasSameContent,
  type PrunableVersions,
  pruneVersions,
} from './archive-version.ts'
import { releaseBlobs } from './remove-rows.ts'

/** A file whose content is replaced. */
export interface ReplacedFile {
  id: string
  blob_id: string
  kind: ItemKind
  size: number
}

/** Content that takes the place of another one, and who stores it there. */
export interface NewContent {
  scope: Scope
  sha256: Buffer
  size: number
  kind: ItemKind
  modifiedAt: Date | null
}

/** Whether the replaced file has content that the new one has not. Programs that write in two steps replace an empty file. */
const losesContent = async (tx: Tx, { sha256 }: NewContent, existing: ReplacedFile) =>
  existing.size > 0 && !(await hasSameContent(tx, existing.blob_id, sha256))

/** Whether replacing the file would delete its content permanently although the caller is not its owner (D21). */
export const mustTrash = async (tx: Tx, content: NewContent, existing: ReplacedFile, versions: number) =>
  content.scope.permission !== 'owner' && versions === 0 && (await losesContent(tx, content, existing))

/** Gives a file the content of `blob`; its former one becomes a version where the installation keeps `versions` of a file. */
export const replaceContent = async (
  tx: Tx,
  content: NewContent,
  existing: ReplacedFile,
  blob: string,
  versions: number,
): Promise<FreedBytes> => {
  const archived = versions > 0 && (await losesContent(tx, content, existing))
  if (archived) await archiveVersion(tx, existing.id)
  await tx.query(
    'update items set blob_id = $2, size = $3, kind = $4, modified_at = $5, updated_at = now() where id = $1',
    [existing.id, blob, content.size, content.kind, content.modifiedAt],
    'storage.replace-bytes',
  )
  if (archived) return pruneVersions(tx, existing.id, versions, prunableBy(content.scope))
  await releaseBlobs(tx, [existing.blob_id])
  return [{ kind: existing.kind, size: -existing.size }]
}

/**
 * Versions that the caller may push out; null: any. Callers who are not the owner push out only what they sent
 * themselves, and no longer than their upload sessions are kept: the owner's content stays for the retention days (D21).
 */
const prunableBy = ({ permission, actor }: Scope): PrunableVersions | null =>
  permission === 'owner'
    ? null
    : {
        name: 'storage.prune-own-versions',
        condition: `exists (select 1 from blobs b join upload_sessions s on s.staging_key = b.key
          where b.id = v.blob_id and s.principal = $3)`,
        values: [actor.key],
      }
