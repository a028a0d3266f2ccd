import { call } from '../../../web/ui.ts'
import { type Activity, type ActivityAction, type ActivityActor, listActivity } from '../../activity/contract.ts'

export interface ActivityPage {
  list: Activity[]
  next: string | null
}

/** A page of the activity of a folder; null is the root. */
export const loadActivity = async (folderId: string | null, cursor?: string): Promise<ActivityPage> => {
  const query = cursor === undefined ? {} : { cursor }
  const { data, meta } = await call(listActivity, { params: { id: folderId ?? 'all' }, query })
  return { list: data.map((each) => each.data), next: meta.nextCursor }
}

/** Actions of one kind by one actor, one after the other on one day. */
export interface ActivityGroup {
  id: string
  actor: ActivityActor
  action: ActivityAction
  count: number
  /** Time of the newest one. */
  createdAt: string
  names: string[]
}

export interface ActivityDay {
  day: string
  groups: ActivityGroup[]
}

const maxNames = 3

const sameActor = (one: ActivityActor, other: ActivityActor) => one.type === other.type && one.id === other.id

/** Groups a list by day, and what one actor did one after the other. `dayOf`: name of the day of a time. */
export const groupActivity = (list: readonly Activity[], dayOf: (iso: string) => string): ActivityDay[] => {
  const days: ActivityDay[] = []
  for (const { id, attributes, relationships } of list) {
    const day = dayOf(attributes.created_at)
    const actor = relationships.actor.data
    const names = relationships.items.data.map(({ name }) => name)
    if (days.at(-1)?.day !== day) days.push({ day, groups: [] })
    const { groups } = days.at(-1) as ActivityDay
    const last = groups.at(-1)
    if (last && last.action === attributes.action && sameActor(last.actor, actor)) {
      last.count += attributes.count
      last.names = [...new Set([...last.names, ...names])].slice(0, maxNames)
    } else
      groups.push({
        id,
        actor,
        action: attributes.action,
        count: attributes.count,
        createdAt: attributes.created_at,
        names: [...new Set(names)],
      })
  }
  return days
}
