export { Bell } from './ui/Bell.tsx'
export { NotificationsProvider } from './ui/NotificationsProvider.tsx'
