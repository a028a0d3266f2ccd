import type { Platform } from '../../platform/index.ts'
import type { Notification } from '../contract.ts'
import type { StoredAction } from './entities/notification.entity.ts'
import type { InvitationSources } from './invitations.ts'
import { type NotificationReader, type NotificationRow, presentNotification } from './notification.resource.ts'

/** Rows → resources for their reader, in the same order. */
export type NotificationPresenter = (
  rows: readonly NotificationRow[],
  reader: NotificationReader,
) => Promise<{ data: Notification }[]>

const idsOf = (rows: readonly NotificationRow[], type: 'invitation' | 'request'): string[] =>
  rows.flatMap(({ action }) => (action?.type === type ? action.params.id : []))

/**
 * Whether an invitation can be answered, and where a request's link leads, is read when notifications are shown: either may
 * end without an event, with its folder or the owner's account. The notification of an ended one has no action.
 */
export const createNotificationPresenter = (
  i18n: Platform['i18n'],
  sources: Pick<InvitationSources, 'openInvitations' | 'requestPaths'>,
): NotificationPresenter => {
  return async (rows, reader) => {
    const [invitationIds, requestIds] = [idsOf(rows, 'invitation'), idsOf(rows, 'request')]
    const [open, paths] = await Promise.all([
      invitationIds.length > 0 ? sources.openInvitations(invitationIds) : null,
      requestIds.length > 0 ? sources.requestPaths(requestIds) : null,
    ])
    const actionOf = ({ action }: NotificationRow): StoredAction | null => {
      if (action?.type === 'invitation') return open?.has(action.params.id) ? action : null
      if (action?.type !== 'request') return action
      const url = paths?.get(action.params.id)
      return url === undefined ? null : { type: 'url', params: { url, target: 'blank' } }
    }
    const t = i18n.translator(reader.locale)
    return rows.map((row) => ({ data: presentNotification({ ...row, action: actionOf(row) }, t, reader) }))
  }
}
