import type { Db } from '../../../platform/index.ts'
import type { StorageApi } from '../../../storage/index.ts'

/** Tells storage by which link or upload request an open upload comes, in the words its owner knows. */
export const nameUploadSources = (db: Db, { openUploads, browse }: StorageApi): void => {
  openUploads.describe('share', async (owner, ids) => {
    const links = await db.query<{ id: string; item_id: string }>(
      'select id, item_id from shares where owner_id = $1 and id = any($2::uuid[])',
      [owner, ids],
    )
    const scope = {
      root: null,
      ownerId: owner,
      actor: { userId: owner, key: `user:${owner}` },
      permission: 'owner',
    } as const
    const items = await browse.items(
      scope,
      links.map(({ item_id }) => item_id),
    )
    const nameOf = new Map(items.map(({ id, attributes }) => [id, attributes.name]))
    return new Map(
      links.flatMap(({ id, item_id }) => [[id, nameOf.get(item_id) ?? '']] as const).filter(([, name]) => name),
    )
  })
  openUploads.describe('request', async (owner, ids) => {
    const rows = await db.query<{ id: string; label: string }>(
      `select id, coalesce(title, name) as label from upload_requests
       where owner_id = $1 and id = any($2::uuid[]) and coalesce(title, name) is not null`,
      [owner, ids],
    )
    return new Map(rows.map(({ id, label }) => [id, label]))
  })
}
