import type { Platform } from '../../../platform/index.ts'
import { notificationsChanged } from '../../contract.ts'
import type { InvitationSources } from '../invitations.ts'

interface Deps {
  platform: Pick<Platform, 'db' | 'realtime'>
  sources: Pick<InvitationSources, 'openInvitations'>
}

/** Deletes the user's notifications, but not invitations that can still be answered: no other page has their buttons. */
export const deleteNotifications = async (
  { platform: { db, realtime }, sources }: Deps,
  userId: string,
  socketId: string | null,
): Promise<void> => {
  const invitations = await db.query<{ id: string }>(
    `select action->'params'->>'id' as id from notifications where user_id = $1 and action->>'type' = 'invitation'`,
    [userId],
    'notifications-invitations',
  )
  const ids = invitations.map(({ id }) => id)
  const open: ReadonlySet<string> = ids.length > 0 ? await sources.openInvitations(userId, ids) : new Set()
  // An invitation that came meanwhile is none of the ended ones, and stays.
  await db.query(
    `delete from notifications where user_id = $1
     and (action->>'type' is distinct from 'invitation' or action->'params'->>'id' = any($2))`,
    [userId, ids.filter((id) => !open.has(id))],
    'notifications-delete-all',
  )
  realtime.publish({ userId, event: notificationsChanged, ids: {}, except: socketId })
}
