import type { Tx } from '../../../../platform/index.ts'
import type { ItemKind } from '../../contract.ts'
import { releaseBlobs } from './remove-rows.ts'

/** Content that was removed from an account; sizes are negative. */
export type FreedBytes = { kind: ItemKind; size: number }[]

interface PrunedVersion {
  blob_id: string
  kind: ItemKind
  size: number
}

const insertVersion = `insert into item_versions (item_id, owner_id, blob_id, size, kind, creator_id, modified_at, stored_at)
  select i.id, i.owner_id, i.blob_id, i.size, i.kind, i.creator_id, i.modified_at, b.created_at
  from items i join blobs b on b.id = i.blob_id where i.id = $1`

/** Stores the current content of a file as its latest version. Call it before the content is replaced. */
export const archiveVersion = (tx: Tx, itemId: string): Promise<object[]> =>
  tx.query(insertVersion, [itemId], 'storage.archive-version')

/** SQL condition on versions `v`, with its own query name and the values of its parameters from `$3`. */
export interface PrunableVersions {
  name: string
  condition: string
  values: readonly unknown[]
}

/** Deletes the oldest versions of a file beyond `maxVersions`; with `only`, just the ones that match its condition. */
export const pruneVersions = async (
  tx: Tx,
  itemId: string,
  maxVersions: number,
  only: PrunableVersions | null = null,
): Promise<FreedBytes> => {
  const pruned = await tx.query<PrunedVersion>(
    `delete from item_versions v where v.id in (
       select id from item_versions where item_id = $1 order by replaced_at desc, id desc offset $2
     ) ${only ? `and ${only.condition}` : ''} returning v.blob_id, v.kind, v.size`,
    [itemId, maxVersions, ...(only?.values ?? [])],
    only?.name ?? 'storage.prune-versions',
  )
  await releaseBlobs(
    tx,
    pruned.map(({ blob_id }) => blob_id),
  )
  return pruned.map(({ kind, size }) => ({ kind, size: -size }))
}

/** Whether the blob has this SHA-256: uploading the same content again creates no version. */
export const hasSameContent = async (tx: Tx, blobId: string, sha256: Buffer): Promise<boolean> =>
  (await tx.query('select 1 from blobs where id = $1 and sha256 = $2', [blobId, sha256], 'storage.same-bytes')).length >
  0
