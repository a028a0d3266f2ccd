import type { Db } from '../../../platform/index.ts'
import { ownScope, type StorageApi } from '../../../storage/index.ts'
import type { SharingTables } from '../entities/index.ts'

/** Names the link or file request that an open upload came by, as its owner calls it. */
export const registerUploadSources = (db: Db, { openUploads, browse }: StorageApi): void => {
  openUploads.describe('share', async (ownerId, ids) => {
    const links = await db
      .builder<SharingTables>()
      .selectFrom('shares')
      .select(['id', 'item_id'])
      .where('owner_id', '=', ownerId)
      .where('id', 'in', ids)
      .execute()
    const items = await browse.items(
      ownScope({ userId: ownerId }),
      links.map(({ item_id }) => item_id),
    )
    const nameOf = new Map(items.map(({ id, attributes }) => [id, attributes.name]))
    return new Map(
      links.flatMap(({ id, item_id }) => [[id, nameOf.get(item_id) ?? '']] as const).filter(([, name]) => name),
    )
  })
  openUploads.describe('request', async (ownerId, ids) => {
    const rows = await db
      .builder<SharingTables>()
      .selectFrom('file_requests')
      .select(['id', 'title', 'name'])
      .where('owner_id', '=', ownerId)
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.flatMap(({ id, title, name }) => ((title ?? name) ? [[id, title ?? name ?? '']] : [])))
  })
}
