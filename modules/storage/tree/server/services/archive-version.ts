import type { Tx } from '../../../../platform/index.ts'
import type { ItemKind } from '../../contract.ts'
import { releaseBlobs } from './purge.ts'

/** Content that left an account: a negative size, by kind. */
export type Freed = { kind: ItemKind; size: number }[]

interface Gone {
  blob_id: string
  kind: ItemKind
  size: number
}

const insertVersion = `insert into item_versions (item_id, owner_id, blob_id, size, kind, creator_id, modified_at, stored_at)
  select i.id, i.owner_id, i.blob_id, i.size, i.kind, i.creator_id, i.modified_at, b.created_at
  from items i join blobs b on b.id = i.blob_id where i.id = $1`

/** Makes what a file holds now its latest version; before other bytes take its place. */
export const archiveVersion = (tx: Tx, itemId: string): Promise<object[]> =>
  tx.query(insertVersion, [itemId], 'storage.keep-version')

/** Lets the oldest versions beyond `most` go. */
export const pruneVersions = async (tx: Tx, itemId: string, most: number): Promise<Freed> => {
  const gone = await tx.query<Gone>(
    `delete from item_versions where id in (
       select id from item_versions where item_id = $1 order by replaced_at desc, id desc offset $2
     ) returning blob_id, kind, size`,
    [itemId, most],
    'storage.prune-versions',
  )
  await releaseBlobs(
    tx,
    gone.map(({ blob_id }) => blob_id),
  )
  return gone.map(({ kind, size }) => ({ kind, size: -size }))
}

/** Whether these are the very bytes the file holds: sent once more, they make no version. */
export const hasSameContent = async (tx: Tx, blobId: string, sha256: Buffer): Promise<boolean> =>
  (await tx.query('select 1 from blobs where id = $1 and sha256 = $2', [blobId, sha256], 'storage.same-bytes')).length >
  0
