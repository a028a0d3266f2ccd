import type { Sql } from '../../../platform/index.ts'
import type { PersonRow } from '../../../users/index.ts'
import { type Account, displayName, normalEmail } from '../../../users/index.ts'
import type { TeamsEvents } from '../events.ts'
import { inTrashSql } from './in-trash.ts'

/** Invitations of one account that a notification is created of at once. */
const maxNotified = 100

/** Invitations that can be answered: they are hidden while the owner is suspended or the folder is in the trash. */
const openSql = `team_invitations i join team_folders t on t.folder_id = i.folder_id
  join item_summaries f on f.id = i.folder_id
  join user_summaries o on o.id = i.inviter_id and o.status = 'active'
  where i.status = 'pending' and i.expires_at > now() and not ${inTrashSql('i.folder_id')}`

/** Invitations that an account may answer, as payloads of `teams.invitation.sent`; the newest ones, oldest first. */
export const invitationsToAccount = async (
  sql: Sql,
  { id, email }: Pick<Account, 'id' | 'email'>,
): Promise<TeamsEvents['teams.invitation.sent'][]> => {
  const invited = normalEmail(email)
  const rows = await sql.query<
    Pick<PersonRow, 'first_name' | 'last_name' | 'email'> & Record<'id' | 'folder_id' | 'owner_id' | 'folder', string>
  >(
    `select i.id, i.folder_id, t.owner_id, f.name as folder, o.first_name, o.last_name, o.email
     from ${openSql} and i.email = $1 order by i.created_at desc, i.id limit ${maxNotified}`,
    [invited],
    'teams.invitations-to',
  )
  const payloadOf = (row: (typeof rows)[number]) => ({
    ownerId: row.owner_id,
    folderId: row.folder_id,
    invitationId: row.id,
    userId: id,
    email: invited,
    inviter: displayName(row),
    folder: row.folder,
  })
  return rows.map(payloadOf).reverse()
}

/**
 * Ids out of `ids` of invitations that the account can answer. An invitation also ends with its folder, without an event, and
 * for an account with a change of its email.
 */
export const openInvitationIds = async (sql: Sql, userId: string, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await sql.query<{ id: string }>(
    `select i.id from ${openSql} and i.id = any($1::uuid[])
     and i.email = (select email from user_summaries where id = $2)`,
    [ids, userId],
    'teams.open-among',
  )
  return new Set(rows.map(({ id }) => id))
}
