import type { Db } from '../../platform/index.ts'
import { type PagedQuery, pagedLists } from '../../users/index.ts'

const lists = {
  views: { columns: 'key, settings, updated_at', from: 'view_settings where user_id = $1', key: { key: 'text' } },
  favorites: {
    columns: 'i.id, i.name',
    from: 'favourites f join items i on i.id = f.item_id where f.user_id = $1',
    key: { 'f.position': 'bigint', 'f.item_id': 'uuid' },
  },
} satisfies Record<string, PagedQuery>

/** View settings and favorites of an account, for its export. */
export const exportFolders = (db: Db, userId: string) => pagedLists(db, lists, userId)
