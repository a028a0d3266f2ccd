import type { Db, Translate } from '../../../platform/index.ts'
import { isUuid, maxPerPage } from '../../../shared/contract.ts'
import type { FolderQuery, Item, Listing, NavigationTree, TreeNode } from '../../../storage/contract.ts'
import {
  type Actor,
  ownScope,
  presentationOf,
  type Scope,
  type StorageApi,
  type TreeQuery,
} from '../../../storage/index.ts'
import type { Members, TeamFolder, TeamListing } from '../../contract.ts'
import { teamErrors } from '../errors.ts'
import { maxBadgeMembers, presentInvited, presentMember, presentTeamFolder } from '../team.resource.ts'
import type { TeamDirectory, TeamsOfUser } from './directory.ts'
import type { MemberScopes } from './member-scopes.ts'
import { invitedEmailsByFolder, type MembersOfFolder, readMembersByFolder } from './people-queries.ts'
import { listTeamPeople, readTeamPeople } from './team-people.ts'

interface TeamListingsDeps {
  db: Db
  storage: StorageApi
  directory: TeamDirectory
  scopes: MemberScopes
}

/** A team folder and the scope in which the caller accesses it. */
interface TeamAccess {
  folderId: string
  scope: Scope
}

/** Lists team folders, their items and their people. */
export class TeamListings {
  private readonly deps: TeamListingsDeps
  constructor(deps: TeamListingsDeps) {
    this.deps = deps
  }

  /** `all`: the caller's own team folders; else a folder in one, own or not. 404 outside of them. */
  async own(scope: Scope, id: string, query: FolderQuery): Promise<TeamListing> {
    if (isUuid(id)) return this.inside(scope, id, query)
    const { owned } = await this.deps.directory.latest(scope.ownerId)
    return withoutTeam(await this.deps.storage.browse.among(scope, [...owned], query))
  }

  /** `all`: team folders of others; else a folder in one. 404 outside of them. */
  async sharedWithMe(scope: Scope, id: string, query: FolderQuery): Promise<TeamListing> {
    if (isUuid(id)) return this.inside(scope, id, query)
    const { memberships } = await this.deps.directory.latest(scope.ownerId)
    const ids = memberships.map(({ folder_id }) => folder_id)
    const listing = withoutTeam(await this.deps.storage.browse.amongOwners(scope.actor, ids, query))
    const listed = listing.data.map(({ data }) => data.id)
    const members = await readMembersByFolder(this.deps.db, listed, maxBadgeMembers)
    const around = await this.deps.directory.around(listed, ids)
    for (const { data } of listing.data) {
      const within = this.deps.scopes.widest(scope.actor, memberships, around.get(data.id) ?? [])
      data.attributes.access = within?.permission === 'editor' ? 'editor' : 'visitor'
      data.attributes.owner = within?.ownerName
      data.relationships.members = badgeOf(members.get(data.id))
    }
    return listing
  }

  /** The team folder that an item is in. 404 when it is in none of the caller's. */
  async teamOf(actor: Actor, itemId: string): Promise<TeamFolder> {
    const { folderId, scope } = await this.access(actor, itemId)
    return this.present(scope, folderId)
  }

  /** All people, or the first: `limit` members besides the owner, and as many invitations. */
  async members(actor: Actor, itemId: string, limit?: number) {
    const { folderId, scope } = await this.access(actor, itemId)
    return listTeamPeople(this.deps.db, scope, folderId, limit)
  }

  /** Folders of the team folder that an item is in, siblings in the order of the query. */
  async tree(actor: Actor, itemId: string, query: TreeQuery = {}): Promise<NavigationTree[]> {
    const { folderId, scope } = await this.access(actor, itemId)
    const within = { ...scope, root: folderId }
    const [{ data }, folders] = await Promise.all([
      this.deps.storage.browse.item(within, folderId),
      this.deps.storage.navigation.folders(within, query),
    ])
    const root = { location: scope.permission === 'owner' ? 'team-folders' : 'shared-with-me', folders }
    return [{ ...root, name: data.attributes.name, isMovable: true, isOpen: true }]
  }

  /** Two further roots of the folder tree: the caller's own team folders and shared ones, any number of each. */
  async roots(scope: Scope, t: Translate): Promise<NavigationTree[]> {
    const { browse } = this.deps.storage
    const { owned, memberships } = await this.deps.directory.latest(scope.ownerId)
    const sharedIds = memberships.map(({ folder_id }) => folder_id)
    const [own, shared] = await Promise.all([
      allPages((query) => browse.among(scope, [...owned], query)),
      allPages((query) => browse.amongOwners(scope.actor, sharedIds, query)),
    ])
    const root = (location: string, folders: Item[]): NavigationTree => ({
      location,
      name: t(`storage:tree.${location}`),
      isMovable: false,
      isOpen: false,
      folders: folders.map(nodeOf),
    })
    return [root('team-folders', own), root('shared-with-me', shared)]
  }

  private async inside(scope: Scope, id: string, query: FolderQuery): Promise<TeamListing> {
    const { folderId, scope: within } = await this.access(scope.actor, id)
    const isTeamFolder = id.toLowerCase() === folderId
    const [listing, people, item] = await Promise.all([
      this.deps.storage.browse.folder({ ...within, root: folderId }, id, query),
      readTeamPeople(this.deps.db, within, folderId),
      isTeamFolder ? null : this.itemOf(within, folderId),
    ])
    const team = presentTeamFolder(item ?? (listing.meta.root as { data: Item }).data, people)
    return { ...listing, meta: { ...listing.meta, teamFolder: { data: team } } }
  }

  private async access(actor: Actor, itemId: string): Promise<TeamAccess> {
    const { directory } = this.deps
    const { userId } = actor
    const access =
      userId === null
        ? null
        : ((await this.accessAmong(actor, itemId, await directory.teamsOf(userId))) ??
          (await this.accessAmong(actor, itemId, await directory.latest(userId))))
    if (!access) throw teamErrors.fail('team-folder-not-found')
    return access
  }

  private async accessAmong(
    actor: Actor,
    itemId: string,
    { owned, memberships }: TeamsOfUser,
  ): Promise<TeamAccess | null> {
    const { directory, scopes } = this.deps
    const id = itemId.toLowerCase()
    const ids = [...owned, ...memberships.map(({ folder_id }) => folder_id)]
    const around = owned.has(id) ? [id] : ((await directory.around([id], ids)).get(id) ?? [])
    const [folderId] = around
    if (folderId === undefined) return null
    const scope = scopes.widest(actor, memberships, around)
    return { folderId, scope: scope ?? ownScope({ userId: actor.userId as string }, actor.socketId) }
  }

  private async present(scope: Scope, folderId: string): Promise<TeamFolder> {
    const [item, people] = await Promise.all([
      this.itemOf(scope, folderId),
      readTeamPeople(this.deps.db, scope, folderId),
    ])
    return presentTeamFolder(item, people)
  }

  private async itemOf(scope: Scope, folderId: string): Promise<Item> {
    const [item] = await this.deps.storage.browse.items({ ...scope, root: folderId }, [folderId], presentationOf(scope))
    if (!item) throw teamErrors.fail('team-folder-not-found')
    return item
  }
}

/** Badge of a team folder in lists: its first members and their number. */
const badgeOf = (people: MembersOfFolder | undefined): Members => ({
  data: (people?.members ?? []).map(presentMember),
  meta: { total: people?.total ?? 0 },
})

/** Badges of an account's own team folders, which name the invited people as well. */
export const ownTeamBadges = async (db: Db, folderIds: readonly string[]): Promise<Map<string, Members>> => {
  if (folderIds.length === 0) return new Map()
  const members = await readMembersByFolder(db, folderIds, maxBadgeMembers)
  const invited = await invitedEmailsByFolder(db, folderIds, maxBadgeMembers)
  return new Map(
    folderIds.map((id) => {
      const { data, meta } = badgeOf(members.get(id))
      return [id, { data, meta: { ...meta, ...presentInvited(invited.get(id)) } }]
    }),
  )
}

/** The items of all pages of a list, by name. */
const allPages = async (list: (query: FolderQuery) => Promise<Listing>): Promise<Item[]> => {
  const items: Item[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data, meta } = await list({ sort: 'name', per_page: maxPerPage, ...(cursor && { cursor }) })
    items.push(...data.map((row) => row.data))
    cursor = meta.paginate.nextCursor ?? null
  }
  return items
}

const withoutTeam = (listing: {
  data: TeamListing['data']
  meta: Omit<TeamListing['meta'], 'teamFolder'>
}): TeamListing => ({
  ...listing,
  meta: { ...listing.meta, teamFolder: null },
})

const nodeOf = ({ id, attributes }: Item): TreeNode => ({
  id,
  parent_id: null,
  name: attributes.name,
  color: attributes.color,
  emoji: attributes.emoji,
  items: attributes.items,
  team_folder: true,
  folders: [],
})
