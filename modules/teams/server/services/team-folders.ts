import type { Audit, Db, Tx } from '../../../platform/index.ts'
import { excludeFromRoot, lockTree, type Scope, type StorageApi, storageErrors } from '../../../storage/index.ts'
import { normalEmail } from '../../../users/index.ts'
import type {
  CreateTeamFolder,
  GivenPermission,
  NewInvitation,
  TeamPermission,
  UpdateTeamFolder,
} from '../../contract.ts'
import type { TeamEntitlements } from '../deps.ts'
import { teamErrors } from '../errors.ts'
import type { TeamsEvents } from '../events.ts'
import type { TeamDirectory } from './directory.ts'
import type { Dissolution } from './dissolution.ts'
import { withoutExpiredInvitations } from './expired-invitations.ts'
import { inTrashSql } from './in-trash.ts'
import { type Invitations, lockTeam } from './invitations.ts'
import type { Inviter } from './invite-limits.ts'
import { membersWithEmails, teamFolderNames } from './people-queries.ts'
import { storedPermission } from './stored-permission.ts'

type NamedChanges = NonNullable<UpdateTeamFolder['changes']>
type MemberId = { user_id: string }

const idsOf = (rows: readonly MemberId[]) => rows.map(({ user_id }) => user_id)

interface TeamFoldersDeps {
  db: Db
  audit: Audit
  storage: StorageApi
  entitlements: TeamEntitlements
  directory: TeamDirectory
  invitations: Invitations
  dissolution: Dissolution
}

/** Creates and dissolves team folders, and changes who has access to them. */
export class TeamFolders {
  private readonly deps: TeamFoldersDeps
  constructor(deps: TeamFoldersDeps) {
    this.deps = deps
  }

  /** Resolves with the folder's id. 401 when the account is restricted, 422 beyond the member limit. */
  async create(scope: Scope, { invitations, ...folder }: CreateTeamFolder): Promise<string> {
    await this.requireEntitled(scope)
    const { db, storage } = this.deps
    await storage.folders.allowCreation(scope)
    const inviter = await this.deps.invitations.inviter(scope.ownerId)
    const id = await db.transaction(async (tx) => {
      const created = await storage.folders.createIn(tx, scope, {
        ...folder,
        name: folder.name.trim(),
        parent_id: null,
      })
      await this.insert(tx, inviter, created, invitations)
      return created
    })
    this.deps.directory.invalidate([scope.ownerId])
    return id
  }

  /**
   * Turns a folder into a team folder and moves it to the root of its owner. 404 outside the scope, 422 for a file and for
   * a folder that is, contains or is in a team folder.
   */
  async convert(scope: Scope, id: string, invitations: readonly NewInvitation[]): Promise<void> {
    await this.requireEntitled(scope)
    const { db, storage, directory } = this.deps
    const inviter = await this.deps.invitations.inviter(scope.ownerId)
    await db.transaction(async (tx) => {
      // No other call moves the folder between its checks and its own move.
      await lockTree(tx, scope.ownerId)
      const item = await storage.browse.activeRow(scope, id, tx)
      if (!item.is_folder) throw storageErrors.fail('folder-only', { field: 'id' })
      if (await directory.overlaps(tx, scope.ownerId, id)) throw teamErrors.fail('already-team-folder')
      if (item.parent_id !== null) await storage.moves.moveIn(tx, scope, { items: [{ id, type: 'folder' }] }, null)
      await this.insert(tx, inviter, id, invitations)
    })
    directory.invalidate([scope.ownerId])
    storage.changed({ ownerId: scope.ownerId, parentIds: [null] })
  }

  /**
   * Replaces members and invitations without an answer, of which expired ones are not sent again; an absent list stays. Or
   * makes `changes`, which leave all others. 403 for members, 404 for others and in the trash, 422.
   */
  async update(scope: Scope, id: string, { changes, ...lists }: UpdateTeamFolder): Promise<void> {
    await this.requireOwned(scope, id)
    const { members, invitations } = changes ?? lists
    const inviter = invitations?.length ? await this.deps.invitations.inviter(scope.ownerId) : null
    const affected = await this.deps.db.transaction(async (tx) => {
      await lockTeam(tx, [id])
      const [state] = await tx.query<{ is_trashed: boolean }>(`select ${inTrashSql('$1')} as is_trashed`, [id])
      if (state?.is_trashed) throw teamErrors.fail('team-folder-not-found')
      const joined = await this.joinedMeanwhile(tx, id, members ?? [], invitations ?? [])
      const wanted = [...joined, ...(members ?? [])]
      const changed = changes
        ? await this.changeMembers(tx, scope, id, wanted, await this.leaving(tx, id, changes))
        : members
          ? await this.changeMembers(tx, scope, id, wanted, 'others')
          : { userIds: [], loweredIds: [] }
      const emails = invitations?.map(({ email }) => email)
      const { invitations: invited } = this.deps
      if (changes?.withdrawn) await invited.withdraw(tx, scope.ownerId, id, changes.withdrawn)
      else if (!changes && emails) await invited.withdrawOthers(tx, scope.ownerId, id, emails)
      const sent = changes ? invitations : await withoutExpiredInvitations(tx, id, invitations ?? [])
      if (inviter && sent) await invited.invite(tx, inviter, id, sent)
      tx.emit('teams.access.changed', { ownerId: scope.ownerId, folderId: id, ...changed })
      return changed.userIds
    })
    this.deps.directory.invalidate(affected)
  }

  /** Removes all members; the folder stays with its owner as an ordinary one. */
  async dissolve(scope: Scope, id: string): Promise<void> {
    await this.requireOwned(scope, id)
    await this.deps.dissolution.one(scope.ownerId, id)
  }

  /** Removes a member, whose uploads stay. 404 for a team folder of others, 422 for the owner. */
  async leave(userId: string, id: string, member: string): Promise<void> {
    const { db, audit, directory } = this.deps
    if ((await directory.latest(userId)).owned.has(id)) throw teamErrors.fail('owner-cannot-leave')
    await db.transaction(async (tx) => {
      const [left] = await tx.query<{ owner_id: string; name: string }>(
        `delete from team_members m using team_folders t, item_summaries f
         where m.folder_id = $1 and m.user_id = $2 and t.folder_id = m.folder_id and f.id = m.folder_id
         returning t.owner_id, f.name`,
        [id, userId],
      )
      if (!left) throw teamErrors.fail('team-folder-not-found')
      await audit({ actorId: userId, action: 'teams.member.left', target: id }, tx)
      const event = { ownerId: left.owner_id, folderId: id }
      tx.emit('teams.member.left', { ...event, userId, member, folder: left.name })
      tx.emit('teams.access.changed', { ...event, userIds: [userId], loweredIds: [userId] })
    })
    directory.invalidate([userId])
  }

  /** Members who have joined meanwhile, with the permissions that the caller gave to their invitations. */
  private async joinedMeanwhile(
    tx: Tx,
    folderId: string,
    members: readonly { id: string }[],
    invitations: readonly NewInvitation[],
  ) {
    const listed = new Set(members.map(({ id }) => id.toLowerCase()))
    const emails = new Map(invitations.map(({ email, permission }) => [normalEmail(email), permission]))
    const joined = await membersWithEmails(tx, folderId, [...emails.keys()])
    return [...joined].flatMap(([email, id]) =>
      listed.has(id) ? [] : { id, permission: emails.get(email) as GivenPermission },
    )
  }

  /** Ids of the removed members, and of people who have joined meanwhile by a withdrawn invitation. */
  private async leaving(tx: Tx, folderId: string, { removed = [], withdrawn = [] }: NamedChanges): Promise<string[]> {
    const joined = await membersWithEmails(tx, folderId, withdrawn.map(normalEmail))
    return [...removed.map((id) => id.toLowerCase()), ...joined.values()]
  }

  /**
   * Gives these members their permissions, and removes `leaving`: ids, or all others. Resolves with the accounts whose
   * access changed, and out of them the ones that lost the right to edit. Unknown ids and the owner's are ignored.
   */
  private async changeMembers(
    tx: Tx,
    { ownerId }: Scope,
    folderId: string,
    members: NonNullable<UpdateTeamFolder['members']>,
    leaving: readonly string[] | 'others',
  ): Promise<Pick<TeamsEvents['teams.access.changed'], 'userIds' | 'loweredIds'>> {
    const kept = members.filter(({ permission }) => permission !== 'owner')
    const permissions = kept.map(({ permission }) => storedPermission(permission as TeamPermission))
    const ids = kept.map(({ id }) => id.toLowerCase())
    const removed = await tx.query<MemberId>(
      `delete from team_members where folder_id = $1
       and user_id ${leaving === 'others' ? '<> all' : '= any'}($2::uuid[]) returning user_id`,
      [folderId, leaving === 'others' ? ids : leaving],
    )
    const changed = await tx.query<MemberId & { permission: TeamPermission }>(
      `update team_members m set permission = w.permission from unnest($2::uuid[], $3::text[]) as w (user_id, permission)
       where m.folder_id = $1 and m.user_id = w.user_id and m.permission <> w.permission returning m.user_id, m.permission`,
      [folderId, ids, permissions],
    )
    const { audit } = this.deps
    for (const { user_id } of removed)
      await audit(
        { actorId: ownerId, action: 'teams.member.removed', target: folderId, details: { user: user_id } },
        tx,
      )
    for (const { user_id, permission } of changed) {
      const details = { user: user_id, permission }
      await audit({ actorId: ownerId, action: 'teams.permission.changed', target: folderId, details }, tx)
    }
    await this.notifyMembers(tx, { ownerId, folderId }, { removed, changed })
    const lowered = changed.filter(({ permission }) => permission === 'can_view')
    return { userIds: idsOf([...removed, ...changed]), loweredIds: idsOf([...removed, ...lowered]) }
  }

  /** Emits the events that notify members of the owner's changes; a member who leaves needs none. */
  private async notifyMembers(
    tx: Tx,
    event: { ownerId: string; folderId: string },
    { removed, changed }: { removed: MemberId[]; changed: (MemberId & { permission: TeamPermission })[] },
  ): Promise<void> {
    if (removed.length + changed.length === 0) return
    const names = await teamFolderNames(tx, event)
    if (removed.length > 0) tx.emit('teams.members.removed', { ...event, ...names, userIds: idsOf(removed) })
    for (const [permission, rows] of Map.groupBy(changed, (row) => row.permission))
      tx.emit('teams.permission.changed', { ...event, ...names, permission, userIds: idsOf(rows) })
  }

  private async insert(tx: Tx, inviter: Inviter, folderId: string, invitations: readonly NewInvitation[]) {
    const ownerId = inviter.id
    const created = await tx.query(
      'insert into team_folders (folder_id, owner_id) values ($1, $2) on conflict do nothing returning folder_id',
      [folderId, ownerId],
    )
    if (created.length === 0) throw teamErrors.fail('already-team-folder')
    await excludeFromRoot(tx, ownerId, folderId)
    await this.deps.audit({ actorId: ownerId, action: 'teams.folder.created', target: folderId }, tx)
    await this.deps.invitations.invite(tx, inviter, folderId, invitations)
    tx.emit('teams.access.changed', { ownerId, folderId, userIds: [], loweredIds: [] })
  }

  private async requireEntitled({ ownerId }: Scope): Promise<void> {
    if (!(await this.deps.entitlements.canCreateTeamFolder(ownerId)).allowed)
      throw teamErrors.fail('team-folder-restricted')
  }

  private async requireOwned({ ownerId }: Scope, id: string): Promise<void> {
    const { owned, memberships } = await this.deps.directory.latest(ownerId)
    if (owned.has(id)) return
    throw teamErrors.fail(
      memberships.some(({ folder_id }) => folder_id === id) ? 'owner-only' : 'team-folder-not-found',
    )
  }
}
