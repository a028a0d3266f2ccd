import { errorTable, invalidField } from '../../platform/index.ts'

export const notificationErrors = errorTable('notifications', {
  'invalid-cursor': invalidField('cursor', 'The cursor was not issued by this list.'),
})

declare module '../../shared/endpoint.ts' {
  interface ErrorCodes {
    notifications: keyof typeof notificationErrors.entries
  }
}
