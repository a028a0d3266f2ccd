import type { Db, Tx } from '../../../platform/index.ts'
import {
  type Actor,
  type CollectedFolder,
  type Grant,
  type GrantValidator,
  type Scope,
  type ScopeProvider,
  storageErrors,
} from '../../../storage/index.ts'
import type { TeamPermission } from '../../contract.ts'
import type { Membership, TeamDirectory } from './directory.ts'

/** A member's authorization, for work that goes on after the response. Storage stores it as JSON. */
type TeamGrant = Grant & { kind: 'team'; folder: string; user: string; permission: TeamPermission }

const idsOf = (memberships: readonly Membership[]) => memberships.map(({ folder_id }) => folder_id)

const grantOf = ({ grant }: Pick<Scope, 'grant'>) => grant as TeamGrant

const isMember = `select 1 from team_members m join user_summaries u on u.id = m.user_id
  join team_folders t on t.folder_id = m.folder_id join user_summaries o on o.id = t.owner_id
  where m.folder_id = $1 and m.user_id = $2 and m.permission = $3 and u.status = 'active' and o.status = 'active'`

/** Gives members the scope of a team folder: storage serves it by the same routes as their own files. */
export class MemberScopes implements ScopeProvider {
  private readonly db: Db
  private readonly directory: TeamDirectory
  constructor(db: Db, directory: TeamDirectory) {
    this.db = db
    this.directory = directory
  }

  async mayHaveAny(userId: string): Promise<boolean> {
    return (await this.directory.teamsOf(userId)).memberships.length > 0
  }

  async find(actor: Actor, itemId: string): Promise<Scope | null> {
    if (actor.userId === null) return null
    const { memberships } = await this.directory.teamsOf(actor.userId)
    const id = itemId.toLowerCase()
    const around = await this.directory.around([id], idsOf(memberships))
    return this.widest(actor, memberships, around.get(id) ?? [])
  }

  async all(actor: Actor): Promise<Scope[]> {
    if (actor.userId === null) return []
    const { memberships } = await this.directory.teamsOf(actor.userId)
    return memberships.map((membership) => this.scopeOf(actor, membership))
  }

  async latest(actor: Actor): Promise<Scope[]> {
    if (actor.userId !== null) await this.directory.latest(actor.userId)
    return this.all(actor)
  }

  /** The team folders that a network drive lists for a member, with the names by which it tells owners apart. */
  async listed(actor: Actor): Promise<CollectedFolder[]> {
    const { memberships } = await this.directory.teamsOf(actor.userId as string)
    const ids = idsOf(memberships)
    const around = await this.directory.around(ids, ids)
    return memberships.flatMap(({ folder_id: id, owner_email: owner }) => {
      const scope = this.widest(actor, memberships, around.get(id) ?? [])
      return scope ? { id, scope, owner } : []
    })
  }

  /**
   * Scope of a member in the team folders around an item, the nearest first: that of the topmost one in which they may edit,
   * else of the nearest. So a scope permits the same in its whole tree, whatever team folders are nested in it (D117).
   */
  widest(actor: Actor, memberships: readonly Membership[], around: readonly string[]): Scope | null {
    const found = around.flatMap((id) => memberships.find(({ folder_id }) => folder_id === id) ?? [])
    const membership = found.findLast(({ permission }) => permission === 'can_edit') ?? found[0]
    return membership ? this.scopeOf(actor, membership) : null
  }

  private scopeOf(actor: Actor, { folder_id, owner_id, owner_name, permission, since }: Membership): Scope {
    const grant: TeamGrant = { kind: 'team', folder: folder_id, user: actor.userId as string, permission }
    return {
      root: folder_id,
      ownerId: owner_id,
      ownerName: owner_name,
      actor,
      permission: permission === 'can_edit' ? 'editor' : 'visitor',
      since: since.toISOString(),
      grant,
      lockPermission: (tx) => lockMember(tx, grant),
    }
  }

  /** Validates grants of members for work that goes on after the response. */
  validator(): GrantValidator {
    return {
      isValid: async (scope) => {
        const { folder, user, permission } = grantOf(scope)
        return (await this.db.query(isMember, [folder, user, permission], 'teams.is-member')).length > 0
      },
      lockPermission: (tx, scope) => lockMember(tx, grantOf(scope)),
      authorizeChunk: async (scope, chunk) => ({
        scope: { ...scope, lockPermission: (tx) => lockMember(tx, grantOf(scope)) },
        chunk,
      }),
      failureReasons: {},
    }
  }
}

/**
 * Locks the rows of the member and of their account until the transaction ends. A change of the permission and a suspension
 * wait for the lock: after their response nothing is stored by the old permission. 404 for a former member and while the
 * owner is suspended, 403 when the permission was lowered or the account suspended.
 */
const lockMember = async (tx: Tx, { folder, user, permission }: TeamGrant): Promise<void> => {
  const [member] = await tx.query<{ permission: TeamPermission; status: string }>(
    `select m.permission, u.status from team_members m join user_summaries u on u.id = m.user_id
     join team_folders t on t.folder_id = m.folder_id join user_summaries o on o.id = t.owner_id
     where m.folder_id = $1 and m.user_id = $2 and o.status = 'active' for share of m, u`,
    [folder, user],
    'teams.lock-member',
  )
  if (!member) throw storageErrors.fail('item-not-found')
  const isLowered = permission === 'can_edit' && member.permission !== 'can_edit'
  if (isLowered || member.status !== 'active') throw storageErrors.fail('forbidden')
}
