import { createContext, use } from 'react'
import type { NotificationsStore } from '../client/notifications.store.ts'

export const NotificationsContext = createContext<NotificationsStore | null>(null)

export const useNotifications = (): NotificationsStore => {
  const store = use(NotificationsContext)
  if (!store) throw new Error('useNotifications requires a NotificationsProvider')
  return store
}
