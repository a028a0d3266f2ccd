export {
  clearNotifications,
  listNotifications,
  Notification,
  NotificationAction,
  type NotificationCategory,
  notificationCategories,
  notificationEvent,
  notificationsChanged,
  readNotifications,
} from './contract/notification.ts'
