import type { Notification } from '../contract.ts'
import { changeNotifications, refreshNotifications } from './notification-actions.ts'
import type { NotificationsStore } from './notifications.store.ts'

/** Whether a notification is an invitation that can still be answered: it is not cleared with the others. */
export const isOpenInvitation = ({
  attributes: { action },
}: {
  attributes: Pick<Notification['attributes'], 'action'>
}) => action?.type === 'invitation'

/** Deletes all notifications of the user but open invitations. */
export const clearExceptInvitations = async (store: NotificationsStore): Promise<void> => {
  const { state, api } = store
  const { next } = state
  await changeNotifications(store, api.clear, () => {
    const items = state.items.filter(isOpenInvitation)
    const unread = items.filter(({ attributes }) => attributes.read_at === null).length
    Object.assign(state, { items, next: null, unread, newIds: [] })
  })
  // Those that were not listed may be invitations, too.
  if (next) void refreshNotifications(store).catch(() => undefined)
}
