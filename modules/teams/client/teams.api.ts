import type { Sorting } from '../../shared/contract.ts'
import type { FolderLevel } from '../../storage/contract.ts'
import { getUser } from '../../users/contract.ts'
import { call } from '../../web/ui.ts'
import {
  acceptInvitation,
  browseSharedWithMe,
  browseTeamFolders,
  declineInvitation,
  dissolveTeamFolder,
  leaveTeamFolder,
  listKnownPeople,
  listTeamMembers,
  type TeamFolder,
  type UpdateTeamFolder,
  updateTeamFolder,
} from '../contract.ts'
import type { MemberLimit } from './member-limit.ts'

interface Limitations {
  max_team_members?: { total: number; meta: { allowed_emails: string[] } }
}

/** The limit of the own plan; null: any number. */
export const loadMemberLimit = async (): Promise<MemberLimit | null> => {
  const { data } = await call(getUser)
  const { max_team_members: members } = data.meta.limitations as Limitations
  return members && members.total >= 0 ? { total: members.total, emails: members.meta.allowed_emails } : null
}

type Position = { cursor: string } | { at: number } | { around: string }

const fetchList = async (
  list: typeof browseTeamFolders | typeof browseSharedWithMe,
  { field: sort, direction }: Sorting,
  where: Position,
  size: number,
) => {
  const { data, meta } = await call(list, {
    params: { id: 'all' },
    query: { per_page: size, sort, direction, ...where },
  })
  return {
    items: data.map(({ data }) => data),
    total: meta.paginate.total,
    next: meta.paginate.nextCursor,
    from: meta.paginate.from ?? 0,
  }
}

/** A person one works with. `name` is empty without an account. */
export interface KnownPerson {
  email: string
  name: string
  avatar: { xs: string; sm: string; md: string } | null
  color: string | null
}

/** Calls of the team pages. All reject with `CallError`. */
export const teamsApi = {
  ownPage: (sorting: Sorting, where: Position, size: number) => fetchList(browseTeamFolders, sorting, where, size),
  sharedPage: (sorting: Sorting, where: Position, size: number) => fetchList(browseSharedWithMe, sorting, where, size),
  /** The team folders of others as the first level of a folder tree. Whether they have subfolders is not known yet. */
  sharedLevel: async (cursor?: string): Promise<FolderLevel> => {
    const byName = { field: 'name', direction: 'ASC' } as const
    const { items, next } = await fetchList(browseSharedWithMe, byName, cursor ? { cursor } : { at: 0 }, 200)
    const data = items.map(({ id, attributes: { name, color, emoji, items, access } }) => ({
      id,
      parent_id: null,
      name,
      color,
      emoji,
      items,
      has_folders: items > 0,
      badges: ['members'],
      ...(access && { access }),
    }))
    return { data, meta: { next_cursor: next } }
  },
  /** Makes these changes one after the other, at least one. */
  change: async (id: string, changes: readonly UpdateTeamFolder['changes'][]): Promise<TeamFolder> => {
    let saved: TeamFolder | undefined
    for (const part of changes) saved = (await call(updateTeamFolder, { params: { id }, body: { changes: part } })).data
    return saved as TeamFolder
  },
  /** All people of a team folder, or the first ones; `total` and `invited` count all. */
  members: async (id: string, limit?: number) => {
    const { data, meta } = await call(listTeamMembers, { params: { id }, query: limit ? { limit } : {} })
    return { members: data, ...meta }
  },
  /** People one works with, by a part of their name or email. */
  knownPeople: async (query: string): Promise<KnownPerson[]> =>
    (await call(listKnownPeople, { query: { query, limit: 8 } })).data.map(({ data }) => data.attributes),
  /** Those of them who have an account, and so may have items. */
  people: async (query: string): Promise<KnownPerson[]> => {
    const { data } = await call(listKnownPeople, { query: { query, limit: 50 } })
    return data.flatMap(({ data: { id, attributes } }) => (id === null ? [] : [attributes]))
  },
  dissolve: (id: string) => call(dissolveTeamFolder, { params: { id } }),
  leave: (id: string) => call(leaveTeamFolder, { params: { id } }),
  accept: (id: string) => call(acceptInvitation, { params: { id } }),
  decline: (id: string) => call(declineInvitation, { params: { id } }),
}
