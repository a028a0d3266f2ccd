export {
  Activity,
  type ActivityAction,
  ActivityActor,
  activityActions,
  listActivity,
} from './contract/activity.ts'
