import { type Audit, type AuditAction, type Db, maskEmail, type Platform, type Tx } from '../../../platform/index.ts'
import { type Account, displayName, normalEmail } from '../../../users/index.ts'
import type { InvitationStatus, NewInvitation, TeamPermission } from '../../contract.ts'
import type { TeamsDeps } from '../deps.ts'
import { teamErrors } from '../errors.ts'
import type { InvitationRow } from '../team.resource.ts'
import { deleteExpiredInvitations, invitationDays } from './expired-invitations.ts'
import { type Inviter, requireMemberRoom, requireNewContactsAllowed } from './invite-limits.ts'
import type { TeamMails } from './mails.ts'
import { findInvitation, invitationsById } from './people-queries.ts'
import { storedPermission } from './stored-permission.ts'

interface InvitationsDeps extends Pick<TeamsDeps, 'users' | 'entitlements'> {
  db: Db
  audit: Audit
  limiter: Platform['limiter']
  mails: TeamMails
}

/** The account that answers an invitation; null: a person with the link who is not signed in. */
export type InvitationAnswerer = { userId: string } | null

interface StoredInvitation {
  id: string
  email: string
  permission: TeamPermission
  /** False: only the permission of an earlier invitation changed. */
  is_new: boolean
  folder: string
  user_id: string | null
}

const waitingSql = "status = 'waiting-for-registration' and expires_at > now()"

/** Invitations by email to people with and without an account. */
export class Invitations {
  private readonly deps: InvitationsDeps
  constructor(deps: InvitationsDeps) {
    this.deps = deps
  }

  /** Read before the transaction, without its connection: parallel calls hold theirs while they wait for each other. */
  async inviter(ownerId: string): Promise<Inviter> {
    const { users, entitlements } = this.deps
    const [owner, { allowed, limit }] = await Promise.all([
      users.accounts.byId(ownerId),
      entitlements.canInviteTeamMembers(ownerId),
    ])
    if (!owner) throw teamErrors.fail('members-limit')
    return { id: ownerId, role: owner.role, name: displayName(owner), email: normalEmail(owner.email), allowed, limit }
  }

  /**
   * Invites people within the transaction; those who are invited already get the new permission, and members are left
   * out. 422 for the owner's own email, for somebody new beyond the plan's member limit or while the account may not invite,
   * and beyond 30 new contacts a day. Call `lockTeam` before.
   */
  async invite(tx: Tx, inviter: Inviter, folderId: string, people: readonly NewInvitation[]): Promise<void> {
    const ownerId = inviter.id
    const wanted = new Map(people.map(({ email, permission }) => [normalEmail(email), storedPermission(permission)]))
    if (wanted.has(inviter.email)) throw teamErrors.fail('invite-yourself')
    const emails = [...wanted.keys()]
    await requireMemberRoom(tx, inviter, folderId, emails)
    await deleteExpiredInvitations(tx, folderId, emails)
    const stored = await tx.query<StoredInvitation>(
      `with stored as (
         insert into team_invitations (folder_id, inviter_id, email, permission, expires_at)
         select $1, $2, w.email, w.permission, now() + make_interval(days => ${invitationDays}) from unnest($3::text[], $4::text[]) as w (email, permission)
         where not exists (select 1 from team_members m join user_summaries u on u.id = m.user_id
           where m.folder_id = $1 and lower(u.email) = w.email)
         on conflict (folder_id, email) where status in ('pending', 'waiting-for-registration')
           do update set permission = excluded.permission where team_invitations.permission <> excluded.permission
         returning id, email, permission, xmax = 0 as is_new
       ) select stored.*, f.name as folder, u.id as user_id from stored
         join item_summaries f on f.id = $1 left join user_summaries u on lower(u.email) = stored.email`,
      [folderId, ownerId, emails, emails.map((email) => wanted.get(email))],
      'teams.invite',
    )
    const [added, changed] = [stored.filter(({ is_new }) => is_new), stored.filter(({ is_new }) => !is_new)]
    const addedEmails = added.map(({ email }) => email)
    await requireNewContactsAllowed(this.deps.limiter, tx, inviter, addedEmails)
    const record = (action: AuditAction, details: object) =>
      this.deps.audit({ actorId: ownerId, action, target: folderId, details: { ...details } }, tx)
    for (const { email, permission } of changed)
      await record('teams.invitation.changed', { email: maskEmail(email), permission })
    const accounts = await this.deps.users.accounts.byIds(
      added.flatMap(({ user_id }) => user_id ?? []),
      tx,
    )
    for (const { id, email, folder, user_id } of added) {
      await record('teams.person.invited', { email: maskEmail(email) })
      const locale = accounts.find((account) => account.id === user_id)?.locale ?? null
      await this.deps.mails.invitation(email, { id, inviter: inviter.name, folder, locale }, tx)
      const names = { email, inviter: inviter.name, folder }
      tx.emit('teams.invitation.sent', { ownerId, folderId, invitationId: id, userId: user_id, ...names })
    }
  }

  /** Deletes open invitations of a folder to these emails. */
  withdraw(tx: Tx, ownerId: string, folderId: string, emails: readonly string[]): Promise<void> {
    return this.deleteOpen(tx, ownerId, folderId, 'email = any($2::text[])', emails)
  }

  /** Deletes open invitations of a folder, except those to these emails. */
  withdrawOthers(tx: Tx, ownerId: string, folderId: string, emails: readonly string[]): Promise<void> {
    return this.deleteOpen(tx, ownerId, folderId, 'email <> all($2::text[])', emails)
  }

  private async deleteOpen(
    tx: Tx,
    ownerId: string,
    folderId: string,
    condition: string,
    emails: readonly string[],
  ): Promise<void> {
    const rows = await tx.query<{ id: string; email: string }>(
      `delete from team_invitations where folder_id = $1 and status in ('pending', 'waiting-for-registration')
       and ${condition} returning id, email`,
      [folderId, emails.map(normalEmail)],
    )
    for (const { id, email } of rows) {
      const details = { email: maskEmail(email) }
      await this.deps.audit({ actorId: ownerId, action: 'teams.invitation.withdrawn', target: folderId, details }, tx)
      tx.emit('teams.invitation.closed', { invitationId: id, answer: null })
    }
  }

  /**
   * 404 for an unknown invitation and for a caller with another email, 410 for an answered or expired one. An invitation that waits for
   * a sign-up, or for a confirmation of the email, is shown.
   */
  async show(answerer: InvitationAnswerer, id: string): Promise<InvitationRow> {
    const row = await this.find(answerer, id)
    const isWaiting = row.status === 'waiting-for-registration' && !row.user_proven
    if (row.status !== 'pending' && !isWaiting) throw teamErrors.fail('invitation-used')
    return row
  }

  /**
   * Makes the invited person a member: at once, or at their sign-up when they have no account. 404, 410, 422. 403 for an account
   * whose email is not proven: somebody else may have registered it.
   */
  async accept(answerer: InvitationAnswerer, id: string): Promise<InvitationRow> {
    const row = await this.find(answerer, id)
    const account = row.user_id ? await this.deps.users.accounts.byId(row.user_id) : null
    if (account && !account.email_proven_at) throw teamErrors.fail('email-not-confirmed')
    await this.deps.db.transaction(async (tx) => {
      await lockTeam(tx, [row.folder_id])
      const permission = await this.answer(tx, row, account ? 'accepted' : 'waiting-for-registration')
      if (account) await this.join(tx, { ...row, permission }, account)
    })
    return row
  }

  /** 403 for a signed-in account whose email is not proven, as for `accept`; whoever reads the email has the link. */
  async decline(answerer: InvitationAnswerer, id: string): Promise<void> {
    const row = await this.find(answerer, id)
    if (answerer && !row.user_proven) throw teamErrors.fail('email-not-confirmed')
    await this.deps.db.transaction(async (tx) => {
      await this.answer(tx, row, 'rejected')
    })
  }

  /**
   * Makes the owner of a proven email a member wherever they accepted before they had an account, also in folders in the
   * trash: there is no second occasion, and the membership has an effect only after the restoration.
   */
  async joinWaiting(account: Account): Promise<void> {
    await this.deps.db.transaction(async (tx) => {
      const folders = await tx.query<{ folder_id: string }>(
        `select folder_id from team_invitations where email = $1 and ${waitingSql}`,
        [normalEmail(account.email)],
      )
      if (folders.length === 0) return
      await lockTeam(
        tx,
        folders.map(({ folder_id }) => folder_id),
      )
      const waiting = await tx.query<{ id: string }>(
        `update team_invitations set status = 'accepted' where email = $1 and ${waitingSql} returning id`,
        [normalEmail(account.email)],
      )
      const ids = waiting.map(({ id }) => id)
      for (const row of await invitationsById(tx, ids)) await this.join(tx, row, account)
    })
  }

  private async find(answerer: InvitationAnswerer, id: string): Promise<InvitationRow> {
    const row = await findInvitation(this.deps.db, id)
    if (!row) throw teamErrors.fail('invitation-not-found')
    if (answerer) {
      const account = await this.deps.users.accounts.byId(answerer.userId)
      if (!account || normalEmail(account.email) !== row.email) throw teamErrors.fail('invitation-not-found')
    }
    if (row.expired) throw teamErrors.fail('invitation-expired')
    return row
  }

  /** Resolves with the present permission. 422 when another call answered it before. */
  private async answer(tx: Tx, { id, folder_id }: InvitationRow, status: InvitationStatus): Promise<TeamPermission> {
    const [answered] = await tx.query<{ permission: TeamPermission }>(
      `update team_invitations set status = $2, answered_at = now(), expires_at = case $2::text
         when 'waiting-for-registration' then now() + make_interval(days => ${invitationDays}) else expires_at end
       where id = $1 and status = 'pending' and expires_at > now() returning permission`,
      [id, status],
    )
    if (!answered) throw teamErrors.fail('invitation-answered')
    const answer = { joinedFolderId: status === 'accepted' ? folder_id : null }
    tx.emit('teams.invitation.closed', { invitationId: id, answer })
    return answered.permission
  }

  /** Adds the member. An owner whose email was invited stays the owner: a membership would lower their permission. */
  private async join(tx: Tx, row: InvitationRow, account: Account): Promise<void> {
    const userId = account.id
    const { folder_id: folderId, owner_id: ownerId, folder_name: folder, permission } = row
    if (userId === ownerId) return
    await tx.query(
      `insert into team_members (folder_id, user_id, permission) values ($1, $2, $3) on conflict do nothing`,
      [folderId, userId, permission],
    )
    const member = displayName(account)
    await this.deps.audit(
      { actorId: userId, action: 'teams.member.joined', target: folderId, details: { permission } },
      tx,
    )
    tx.emit('teams.member.joined', { ownerId, folderId, userId, member, folder })
    tx.emit('teams.access.changed', { ownerId, folderId, userIds: [userId], loweredIds: [] })
  }
}

/** Locks team folders: answers of invited people and changes of a folder's people are made one after the other. */
export const lockTeam = async (tx: Tx, folderIds: readonly string[]): Promise<void> => {
  await tx.query('select 1 from team_folders where folder_id = any($1::uuid[]) order by folder_id for update', [
    folderIds,
  ])
}
