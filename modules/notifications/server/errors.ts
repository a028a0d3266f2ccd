import { errorTable } from '../../platform/index.ts'

export const notificationErrors = errorTable('notifications', { 'bad-cursor': 422 })
