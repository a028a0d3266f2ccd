import { errorTable, invalid } from '../../platform/index.ts'

export const notificationErrors = errorTable('notifications', {
  'invalid-cursor': invalid('cursor', 'The cursor is not one that this list gave.'),
})

declare module '../../shared/endpoint.ts' {
  interface ErrorCodes {
    notifications: keyof typeof notificationErrors.entries
  }
}
