import type { Activity, ActivityAction, ActivityActor } from '../../activity/contract.ts'

/** Actions of one kind by one actor, one after the other on one day. */
export interface ActivityGroup {
  id: string
  actor: ActivityActor
  action: ActivityAction
  count: number
  /** Time of the newest one. */
  createdAt: string
  names: string[]
  /** The folder that items were moved to; its name null: the root. Null: not known. */
  target: { id: string | null; name: string | null } | null
}

interface ActivityDay {
  day: string
  groups: ActivityGroup[]
}

const maxNames = 3

const sameActor = (one: ActivityActor, other: ActivityActor) => one.type === other.type && one.id === other.id

const sameTarget = (one: ActivityGroup['target'], other: ActivityGroup['target']) =>
  one === null || other === null ? one === other : one.id === other.id

/** Groups a list by day, and by actor where one's actions follow each other. `dayOf`: name of the day of a time. */
export const groupActivity = (list: readonly Activity[], dayOf: (iso: string) => string): ActivityDay[] => {
  const days: ActivityDay[] = []
  for (const { id, attributes, relationships } of list) {
    const day = dayOf(attributes.created_at)
    const actor = relationships.actor.data
    const names = relationships.items.data.map(({ name }) => name)
    const target = relationships.target.data
    if (days.at(-1)?.day !== day) days.push({ day, groups: [] })
    const { groups } = days.at(-1) as ActivityDay
    const last = groups.at(-1)
    if (last && last.action === attributes.action && sameActor(last.actor, actor) && sameTarget(last.target, target)) {
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
        target,
      })
  }
  return days
}
