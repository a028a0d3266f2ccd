import type { Tx } from '../../../platform/index.ts'
import {
  allow,
  bytesByKind,
  type FreedBytes,
  type ItemRow,
  itemEvent,
  type NewContent,
  type ReplacedFile,
  removeRows,
  replaceContent,
  type Scope,
  subtractUsage,
} from '../../tree/index.ts'

/** Both files: a comment that is written on one waits, and so does a link. */
const lockSql = `select id, parent_id, blob_id, kind, size from items where id = any($1::uuid[]) and not is_folder
  order by id for update`

/** Nothing but a name and a content would end with the file, and it is no older than temporary files are: others are restored with their folder. */
const isTemporarySql = `select 1 from items i where i.id = $1 and i.created_at > now() - interval '1 day'
  and not exists (select 1 from item_versions where item_id = $1)
  and not exists (select 1 from item_comments where item_id = $1)
  and not exists (select 1 from favourites where item_id = $1)`

interface Replacement {
  content: NewContent
  blob: string
  target: ReplacedFile & { parent_id: string | null }
  source: string
}

/**
 * How a file takes the place of another one, which goes on with its content: programs save by a temporary file that they move
 * over the original, whose links, comments and versions must not end by that. Null where the file is older than a day or has versions,
 * comments or stars of its own, where the other one is a folder, and where the installation keeps no `versions`: then it goes to
 * the trash. Locks both.
 */
export const planReplacement = async (
  tx: Tx,
  scope: Scope,
  { id, blob_id, sha256, size, kind, modified_at }: ItemRow,
  existing: string,
  versions: number,
): Promise<Replacement | null> => {
  if (versions === 0 || !blob_id || !sha256 || kind === null) return null
  const target = (await tx.query<Replacement['target']>(lockSql, [[id, existing]])).find((row) => row.id === existing)
  if (!target) return null
  if ((await tx.query(isTemporarySql, [id])).length === 0) return null
  const content = { scope, sha256, size, kind, modifiedAt: modified_at }
  allow(scope, 'move', { id, owner_id: scope.ownerId })
  allow(scope, 'upload', { id: target.id, owner_id: scope.ownerId })
  return { content, blob: blob_id, target, source: id }
}

/**
 * Stores the content in its new place. Locks versions and blobs: call it before anything changes the usage, which those who delete
 * versions lock last.
 */
export const replaceByFile = (tx: Tx, { content, blob, target }: Replacement, versions: number): Promise<FreedBytes> =>
  replaceContent(tx, content, target, blob, versions)

/** Removes the file that the content had before. The account has as many bytes as before both, and a version. */
export const removeReplacing = async (
  tx: Tx,
  { content, target, source }: Replacement,
  freed: FreedBytes,
): Promise<void> => {
  const { scope, kind, size } = content
  await removeRows(tx, scope.ownerId, 'i.id = $2', source)
  const stored = [{ kind, size }, ...freed].map((file) => ({ kind: file.kind, size: -file.size }))
  const bytes = stored.reduce((sum, file) => sum + file.size, 0)
  await subtractUsage(tx, scope.ownerId, { size: bytes, ...bytesByKind(stored) })
  tx.emit('storage.file.created', { ...itemEvent(scope, target.id, target.parent_id), replaced: true })
}
