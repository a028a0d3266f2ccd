import { errorTable, invalid } from '../../platform/index.ts'

export const notificationErrors = errorTable('notifications', {
  'invalid-cursor': invalid('cursor', 'The cursor was not issued by this list.'),
})

declare module '../../shared/endpoint.ts' {
  interface ErrorCodes {
    notifications: keyof typeof notificationErrors.entries
  }
}
