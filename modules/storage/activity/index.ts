export { FolderActivityEntity } from './server/activity.entity.ts'
export { activityRoutes } from './server/activity.routes.ts'
export { ActivityLog } from './server/activity-log.ts'
export { type ActivityEntry, recordCtes } from './server/record.ts'
