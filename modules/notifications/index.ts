export { notificationEntities } from './server/entities/notification.entity.ts'
export { createNotifications } from './server/notifications.module.ts'
export { sendDigestSample } from './server/sample-mails.ts'
