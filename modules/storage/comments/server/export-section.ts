import type { Db } from '../../../platform/index.ts'
import { type PagedQuery, pagedLists } from '../../../users/index.ts'

/** As of activity, items of other owners are left unnamed. */
const lists = {
  comments: {
    columns: `c.id, c.item_id, (select i.name from items i where i.id = c.item_id and i.owner_id = $1) as item, c.body,
      c.created_at, c.edited_at`,
    from: 'item_comments c where c.author_id = $1 and c.deleted_at is null',
    key: { 'c.created_at': 'timestamptz', 'c.id': 'uuid' },
  },
} satisfies Record<string, PagedQuery>

/** Export of the comments that an account wrote. */
export const exportComments = (db: Db, userId: string) => pagedLists(db, lists, userId)
