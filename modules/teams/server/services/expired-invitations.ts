import { type Db, deleteInBatches, type Jobs, retentionPausedSince, type Tx } from '../../../platform/index.ts'
import { normalEmail } from '../../../users/index.ts'
import type { NewInvitation } from '../../contract.ts'
import { storedPermission } from './stored-permission.ts'

/** Days in which an invitation can be answered, and then those in which an accepted one waits for the sign-up. */
export const invitationDays = 30
const retentionDays = 90

/** Deletes expired invitations of a folder to these emails, which are invited again: the former links stay closed. */
export const deleteExpiredInvitations = async (tx: Tx, folderId: string, emails: readonly string[]): Promise<void> => {
  const rows = await tx.query<{ id: string }>(
    `delete from team_invitations where folder_id = $1 and email = any($2::text[])
     and status in ('pending', 'waiting-for-registration') and expires_at <= now() returning id`,
    [folderId, emails],
    'teams.delete-expired',
  )
  for (const { id } of rows) tx.emit('teams.invitation.closed', { invitationId: id, answer: null })
}

/**
 * The people of a complete list who are to be invited. Expired invitations are in the lists that clients read, and repeat:
 * those with the same permission stay as they are.
 */
export const withoutExpiredInvitations = async (
  tx: Tx,
  folderId: string,
  people: readonly NewInvitation[],
): Promise<NewInvitation[]> => {
  const rows = await tx.query<{ email: string; permission: string }>(
    `select email, permission from team_invitations where folder_id = $1
     and status in ('pending', 'waiting-for-registration') and expires_at <= now()`,
    [folderId],
    'teams.without-expired',
  )
  const expired = new Map(rows.map(({ email, permission }) => [email, permission]))
  return people.filter(({ email, permission }) => expired.get(normalEmail(email)) !== storedPermission(permission))
}

/** Number of a folder's invitations without an answer, expired ones too. */
export const countUnansweredInvitations = async (db: Db, folderId: string): Promise<number> => {
  const [row] = await db.query<{ n: number }>(
    `select count(*)::int as n from team_invitations
     where folder_id = $1 and status in ('pending', 'waiting-for-registration')`,
    [folderId],
    'teams.count-unanswered',
  )
  return row?.n ?? 0
}

/** Deletes invitations that were answered or have expired long ago: they hold emails of people who may be no members. */
export const deleteOldInvitations = async (platform: {
  db: Db
  jobs: Pick<Jobs, 'inBatches'>
}): Promise<{ deleted: number }> => {
  if (await retentionPausedSince(platform.db, 0)) return { deleted: 0 }
  const condition = `expires_at < now() and coalesce(answered_at, expires_at) < now() - interval '${retentionDays} days'`
  return { deleted: await deleteInBatches(platform, { table: 'team_invitations', time: 'expires_at', condition }) }
}
