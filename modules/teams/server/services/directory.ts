import type { Db, Tx } from '../../../platform/index.ts'
import { BoundedMap } from '../../../shared/contract.ts'
import { displayName, shownEmail } from '../../../users/index.ts'
import type { TeamPermission } from '../../contract.ts'

/** A team folder of somebody else that the user is a member of; those of suspended owners are left out. */
export interface Membership {
  folder_id: string
  owner_id: string
  owner_name: string
  owner_email: string
  permission: TeamPermission
  /** When they became a member. */
  since: Date
}

/** The team folders of one user. */
export interface TeamsOfUser {
  /** Ids of their own ones. */
  owned: ReadonlySet<string>
  memberships: readonly Membership[]
}

interface CachedTeams {
  readAtMs: number
  teams: Promise<TeamsOfUser>
}

/** Time in which another process may still read by a changed permission. Writes check permissions in their transaction. */
const ttlMs = 400
const maxEntries = 20_000

const teamsSql = `select t.folder_id, t.owner_id, null as permission, null::timestamptz as since, null as first_name, null as last_name, null as email
    from team_folders t where t.owner_id = $1
  union all
  select m.folder_id, t.owner_id, m.permission, m.created_at, o.first_name, o.last_name, o.email
  from team_members m join team_folders t on t.folder_id = m.folder_id
    join user_summaries o on o.id = t.owner_id and o.status = 'active'
  where m.user_id = $1 order by folder_id`

interface TeamRow extends Pick<Membership, 'folder_id' | 'owner_id'> {
  permission: TeamPermission | null
  since: Date
  first_name: string | null
  last_name: string | null
  email: string | null
}

/** Folders from each item up to the owner's root, the item itself included. */
const ancestorsSql = `with recursive up as (
    select id as item, id, parent_id, 0 as height from item_summaries where id = any($1::uuid[])
    union all
    select up.item, p.id, p.parent_id, up.height + 1 from up join item_summaries p on p.id = up.parent_id
    where up.height < 10000
  ) select item, id from up where id = any($2::uuid[]) order by height`

/** Folders from an item and from each of the owner's team folders up to the root. */
const overlapsSql = `with recursive owned as (select folder_id from team_folders where owner_id = $2), up as (
    select id as start, id, parent_id, 0 as height from item_summaries
    where id = $1 or id in (select folder_id from owned)
    union all
    select up.start, p.id, p.parent_id, up.height + 1 from up join item_summaries p on p.id = up.parent_id
    where up.height < 10000
  ) select 1 from up where case when start = $1 then id in (select folder_id from owned) else id = $1 end limit 1`

/** Finds which team folders users have, and which one an item is in. */
export class TeamDirectory {
  private readonly cache = new BoundedMap<string, CachedTeams>(maxEntries)
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  /** At most 400 ms old; up to date in the process that changed it. */
  teamsOf(userId: string): Promise<TeamsOfUser> {
    const cached = this.cache.get(userId)
    return cached && performance.now() - cached.readAtMs < ttlMs ? cached.teams : this.latest(userId)
  }

  /** As `teamsOf`, read now. */
  latest(userId: string): Promise<TeamsOfUser> {
    const entry = { readAtMs: performance.now(), teams: this.read(userId) }
    entry.teams.catch(() => this.cache.delete(userId))
    this.cache.set(userId, entry)
    return entry.teams
  }

  /** Call it after a change is committed. */
  invalidate(userIds: readonly string[]): void {
    for (const userId of userIds) this.cache.delete(userId)
  }

  /** Which of these folders each item is in, or is itself, the nearest first. Items in none are left out. */
  async around(itemIds: readonly string[], folderIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
    const [only] = folderIds
    if (only === undefined || itemIds.length === 0) return new Map()
    if (folderIds.length === 1 && itemIds.every((id) => id === only)) return new Map([[only, [only]]])
    const rows = await this.db.query<{ item: string; id: string }>(ancestorsSql, [itemIds, folderIds], 'teams.around')
    return new Map([...Map.groupBy(rows, ({ item }) => item)].map(([item, found]) => [item, found.map(({ id }) => id)]))
  }

  /** Whether a folder is, contains or is in a team folder of its owner. */
  async overlaps(tx: Tx, ownerId: string, folderId: string): Promise<boolean> {
    return (await tx.query(overlapsSql, [folderId, ownerId], 'teams.overlaps')).length > 0
  }

  private async read(userId: string): Promise<TeamsOfUser> {
    const rows = await this.db.query<TeamRow>(teamsSql, [userId], 'teams.of-user')
    return {
      owned: new Set(rows.flatMap(({ folder_id, permission }) => (permission === null ? folder_id : []))),
      memberships: rows.flatMap(({ folder_id, owner_id, permission, since, first_name, last_name, email }) => {
        const owner_name = displayName({ first_name, last_name, email: email ?? '' })
        const owner_email = shownEmail(email ?? '')
        return permission === null ? [] : { folder_id, owner_id, owner_name, owner_email, permission, since }
      }),
    }
  }
}
