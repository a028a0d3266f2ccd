import type { CommittingTransaction, Platform } from '../../../platform/index.ts'
import { notificationsChanged } from '../../contract.ts'

/** Links to the folder $1 itself, in notifications of the users $2. */
const folderSql = `update notifications set action = null
  where category = 'team-invitation' and action->'params'->>'id' = $1 and action->>'type' = 'route'
  and user_id = any($2::uuid[])`

/**
 * Removes the links to a team folder from the notifications of users who have lost it. Their open tabs read the list again:
 * links to comments in it have ended, too.
 */
export const removeFolderLinks = async (
  realtime: Platform['realtime'],
  tx: CommittingTransaction,
  { userIds, folderId }: { userIds: readonly string[]; folderId: string },
): Promise<void> => {
  await tx.query(folderSql, [folderId, userIds], 'notifications-remove-folder-links')
  tx.afterCommit(() => realtime.publishToAll([...userIds], { event: notificationsChanged, ids: {} }))
}
