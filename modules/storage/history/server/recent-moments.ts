import type { Sql } from '../../../platform/index.ts'
import { personJsonSql } from '../../../users/index.ts'
import { type ActivityPerson, presentActor } from '../../activity/index.ts'
import { notExcluded, type Scope } from '../../tree/index.ts'
import type { RestorePoints } from '../contract.ts'

export type Moment = RestorePoints['moments'][number]

/** Folders, the nearest first, whose activity is read; bursts of changes go through many folders, one is enough. */
const maxFolders = 300
/** Latest entries of each folder. */
const entriesPerFolder = 8
/** Items from which on changes are a moment. */
const minCount = 5
const maxMoments = 5
/** Entries of one person that follow each other within this time are one moment. */
const gapMs = 15 * 60_000

interface Entry extends ActivityPerson {
  count: number
  began_at: Date
  ended_at: Date
}

/** $1 owner, $2 topmost folder or null, $3 earliest time. */
const entriesSql = `with recursive below as (
    select id, 0 as height from items where id = $2
    union all
    (select i.id, 0 from items i where $2::uuid is null and i.owner_id = $1 and i.parent_id is null and i.is_folder
      and i.trashed_at is null and ${notExcluded('i', '$1')} limit ${maxFolders})
    union all
    select i.id, below.height + 1 from below join items i on i.owner_id = $1 and i.parent_id = below.id and i.is_folder
      and i.trashed_at is null
  ), folders as (select coalesce($2, $1) as id union select id from (select id from below limit ${maxFolders}) nearest)
  select a.count, a.by_visitor, a.created_at as began_at, coalesce(a.last_at, a.created_at) as ended_at,
    case when u.id is not null then ${personJsonSql('u')} end as actor
  from folders f cross join lateral (
    select * from folder_activity a where coalesce(a.folder_id, a.owner_id) = f.id and a.created_at >= $3
      and a.action not in ('link-created', 'link-opened', 'moved-in')
    order by a.created_at desc, a.id desc limit ${entriesPerFolder}
  ) a left join user_summaries u on u.id = a.actor_id order by a.created_at desc`

const keyOf = ({ actor, by_visitor }: Entry) => actor?.id ?? String(by_visitor)

/** Joins entries of one person without a longer pause; `entries`: newest first. */
const bursts = (entries: readonly Entry[]): Entry[] => {
  const found: Entry[] = []
  for (const entry of entries) {
    const burst = found.findLast((other) => keyOf(other) === keyOf(entry))
    if (burst && burst.began_at.getTime() - entry.ended_at.getTime() < gapMs) {
      burst.count += entry.count
      burst.began_at = new Date(Math.min(burst.began_at.getTime(), entry.began_at.getTime()))
    } else found.push({ ...entry })
  }
  return found
}

/** Times right before many changes in the folder (null: the root) and those below it, newest first. */
export const recentMoments = async (
  sql: Sql,
  { ownerId }: Scope,
  folder: string | null,
  earliest: Date,
): Promise<Moment[]> => {
  const entries = await sql.query<Entry>(entriesSql, [ownerId, folder, earliest], 'storage.recent-moments')
  return bursts(entries)
    .filter(({ count, began_at }) => count >= minCount && began_at.getTime() - 1 >= earliest.getTime())
    .slice(0, maxMoments)
    .map(({ count, began_at, ...person }) => ({
      at: new Date(began_at.getTime() - 1).toISOString(),
      count,
      actor: presentActor(person),
    }))
}
