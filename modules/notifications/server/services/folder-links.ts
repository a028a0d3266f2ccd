import type { CommittingTransaction, Platform } from '../../../platform/index.ts'
import { notificationsChanged } from '../../contract.ts'

/** Links to the folder $1 itself, in notifications of the users $2. */
const folderSql = `update notifications set action = null
  where category = 'team-invitation' and action->'params'->>'id' = $1 and action->>'type' = 'route'
  and user_id = any($2::uuid[]) returning user_id`

/** Links to comments on items that are in the folder $1 now, in notifications of the users $2. */
const commentsSql = `with recursive linked as (
    select id, user_id, (params->>'itemId')::uuid as item from notifications
    where user_id = any($2::uuid[]) and category = 'comment' and action is not null
  ), up as (
    select id as item, id, parent_id, 0 as height from item_summaries where id in (select item from linked)
    union all
    select up.item, p.id, p.parent_id, up.height + 1 from up join item_summaries p on p.id = up.parent_id
    where up.id <> $1 and up.height < 10000
  )
  update notifications n set action = null from linked join up on up.item = linked.item and up.id = $1
  where n.id = linked.id returning n.user_id`

/** Removes the links to a team folder and what it contains from the notifications of users who have lost it. */
export const removeFolderLinks = async (
  realtime: Platform['realtime'],
  tx: CommittingTransaction,
  { userIds, folderId }: { userIds: readonly string[]; folderId: string },
): Promise<void> => {
  type Changed = { user_id: string }
  const values = [folderId, userIds]
  const rows = [
    ...(await tx.query<Changed>(folderSql, values, 'notifications-remove-folder-links')),
    ...(await tx.query<Changed>(commentsSql, values, 'notifications-remove-comment-links')),
  ]
  const changed = [...new Set(rows.map(({ user_id }) => user_id))]
  if (changed.length > 0) tx.afterCommit(() => realtime.publishToAll(changed, { event: notificationsChanged, ids: {} }))
}
