import type { Db } from '../../../platform/index.ts'
import { type PagedQuery, pagedLists } from '../../../users/index.ts'

const names = `array(select i.name from items i where i.id = any(a.item_ids) and i.owner_id = $1) as items`
const folder = '(select f.name from items f where f.id = a.folder_id and f.owner_id = $1) as folder'
const key = { 'a.created_at': 'timestamptz', 'a.id': 'uuid' }

/** Lists of the export. They name the account's own items only: an item that has another owner by now is left unnamed. */
const lists = {
  own_actions: {
    columns: `a.action, a.count, a.folder_id, ${folder}, ${names}, a.created_at`,
    from: 'folder_activity a where a.actor_id = $1',
    key,
  },
  actions_of_others: {
    columns: `a.action, a.count, a.folder_id, ${folder}, ${names}, a.by_visitor,
      nullif(concat_ws(' ', u.first_name, u.last_name), '') as actor, a.created_at`,
    from: `folder_activity a left join user_summaries u on u.id = a.actor_id
      where a.owner_id = $1 and a.actor_id is distinct from $1`,
    key,
  },
} satisfies Record<string, PagedQuery>

/** Export of an account's actions in folders, and of others' actions in its own folders. */
export const exportActivity = (db: Db, userId: string) => pagedLists(db, lists, userId)
