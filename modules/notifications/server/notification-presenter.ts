import type { Platform } from '../../platform/index.ts'
import type { Notification } from '../contract.ts'
import type { StoredAction } from './entities/notification.entity.ts'
import type { ActionSources } from './invitations.ts'
import { type NotificationReader, type NotificationRow, presentNotification } from './notification.resource.ts'

/** Rows → resources for their reader, in the same order. */
export type NotificationPresenter = (
  rows: readonly NotificationRow[],
  reader: NotificationReader & { userId: string },
) => Promise<{ data: Notification }[]>

const idsOf = (rows: readonly NotificationRow[], type: 'invitation' | 'request' | 'comments'): string[] => [
  ...new Set(rows.flatMap(({ action }) => (action?.type === type ? action.params.id : []))),
]

/**
 * Whether an invitation can be answered, and where the link of a request or to comments leads, is read when notifications are
 * shown: these end and move without an event, with a folder or the owner's account. The notification of an ended one, or of
 * an item that the reader cannot open any more, has no action.
 */
export const createNotificationPresenter = (i18n: Platform['i18n'], sources: ActionSources): NotificationPresenter => {
  return async (rows, reader) => {
    const [invitationIds, requestIds, itemIds] = [
      idsOf(rows, 'invitation'),
      idsOf(rows, 'request'),
      idsOf(rows, 'comments'),
    ]
    const [open, requestPaths, commentPaths] = await Promise.all([
      invitationIds.length > 0 ? sources.openInvitations(reader.userId, invitationIds) : null,
      requestIds.length > 0 ? sources.requestPaths(requestIds) : null,
      itemIds.length > 0 ? sources.commentPaths(reader.userId, itemIds) : null,
    ])
    const actionOf = ({ action }: NotificationRow): StoredAction | null => {
      if (action?.type === 'invitation') return open?.has(action.params.id) ? action : null
      if (action?.type === 'comments') {
        const url = commentPaths?.get(action.params.id)
        return url === undefined ? null : { type: 'url', params: { url } }
      }
      if (action?.type !== 'request') return action
      const url = requestPaths?.get(action.params.id)
      return url === undefined ? null : { type: 'url', params: { url, target: 'blank' } }
    }
    const t = i18n.translator(reader.locale)
    return rows.map((row) => ({ data: presentNotification({ ...row, action: actionOf(row) }, t, reader) }))
  }
}
