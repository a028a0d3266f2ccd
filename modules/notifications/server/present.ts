import type { Platform } from '../../platform/index.ts'
import type { Notification } from '../contract.ts'
import type { StoredAction } from './entities/notification.entity.ts'
import type { InvitationSources } from './invitations.ts'
import { type NotificationRow, presentNotification, type Reader } from './notification.resource.ts'

/** Rows → resources for their reader, in the same order. */
export type Present = (rows: readonly NotificationRow[], reader: Reader) => Promise<{ data: Notification }[]>

/** What links lead to is asked when they are shown: what is gone, or closed, has none. */
export const createPresent = (i18n: Platform['i18n'], sources: Pick<InvitationSources, 'requestPaths'>): Present => {
  return async (rows, reader) => {
    const requestIds = rows.flatMap(({ action }) => (action?.type === 'request' ? action.params.id : []))
    const paths = requestIds.length > 0 ? await sources.requestPaths(requestIds) : new Map<string, string>()
    const actionOf = ({ action }: NotificationRow): StoredAction | null => {
      if (action?.type !== 'request') return action
      const url = paths.get(action.params.id)
      return url === undefined ? null : { type: 'url', params: { url, target: 'blank' } }
    }
    const t = i18n.translator(reader.locale)
    return rows.map((row) => ({ data: presentNotification({ ...row, action: actionOf(row) }, t, reader) }))
  }
}
