import { type PersonRow, presentPerson } from '../../../users/index.ts'
import type { Activity, ActivityAction, ActivityActor } from '../contract.ts'

export interface ActivityRow {
  id: string
  /** Microseconds since 1970, for cursors. */
  at: string
  action: ActivityAction
  count: number
  item_ids: string[]
  target_id: string | null
  owner_id: string
  by_visitor: boolean
  last_at: Date
  actor: PersonRow | null
}

export interface ActivityItem {
  id: string
  name: string
  is_folder: boolean
}

/** Who acted. */
export type ActivityPerson = Pick<ActivityRow, 'actor' | 'by_visitor'>

export const presentActor = ({ actor, by_visitor }: ActivityPerson): ActivityActor =>
  actor ? presentPerson(actor) : { type: by_visitor ? 'visitor' : 'deleted', id: null, attributes: null }

const presentTarget = (
  { target_id, owner_id }: ActivityRow,
  { items, isOwner }: { items: ReadonlyMap<string, ActivityItem>; isOwner: boolean },
): { id: string | null; name: string | null } | null => {
  if (target_id === owner_id) return isOwner ? { id: null, name: null } : null
  const folder = target_id === null ? undefined : items.get(target_id)
  return folder ? { id: folder.id, name: folder.name } : null
}

export const presentActivity = (
  row: ActivityRow,
  known: { items: ReadonlyMap<string, ActivityItem>; isOwner: boolean },
): Activity => ({
  id: row.id,
  type: 'activity',
  attributes: { action: row.action, count: row.count, created_at: row.last_at.toISOString() },
  relationships: {
    actor: { data: presentActor(row) },
    items: { data: row.item_ids.flatMap((id) => known.items.get(id) ?? []) },
    target: { data: presentTarget(row, known) },
  },
})
