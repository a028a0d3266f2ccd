export {
  clearNotifications,
  dismissNotification,
  listNotifications,
  markNotification,
  Notification,
  NotificationAction,
  type NotificationCategory,
  type NotificationQuery,
  notificationCategories,
  notificationEvent,
  notificationsChanged,
  readNotifications,
  testConnection,
} from './contract/notification.ts'
export {
  CategorySetting,
  listNotificationSettings,
  type NotificationChannel,
  notificationChannels,
  updateNotificationSetting,
} from './contract/settings.ts'
export { unsubscribe, unsubscribePath } from './contract/unsubscribe.ts'
