import { errorTable, invalid } from '../../platform/index.ts'

export const notificationErrors = errorTable('notifications', { 'bad-cursor': invalid('cursor') })
