import { likeLiteral, type Sql } from '../../../platform/index.ts'
import { displayName, type PersonRow, personColumnsSql, personJsonSql } from '../../../users/index.ts'
import { maxListedMembers } from '../../contract.ts'
import type { InvitationRow, MemberRow } from '../team.resource.ts'
import { inTrashSql } from './in-trash.ts'

/** $1 team folders, $2 members per folder. The owner first, then in the order in which they joined. */
const membersSql = `select t.folder_id, ${personColumnsSql('u')}, p.permission, c.total
  from team_folders t cross join lateral (
    select 1 + count(*)::int as total from team_members m where m.folder_id = t.folder_id
  ) c cross join lateral (
    select t.owner_id as user_id, 'owner' as permission, null::timestamptz as joined
    union all
    (select m.user_id, m.permission, m.created_at from team_members m where m.folder_id = t.folder_id
     order by m.created_at, m.user_id limit $2)
  ) p join user_summaries u on u.id = p.user_id
  where t.folder_id = any($1::uuid[]) order by t.folder_id, p.joined nulls first, u.id`

/** Invitations that may still lead to a membership. */
const openSql = "i.status in ('pending', 'waiting-for-registration') and i.expires_at > now()"

const invitationsSql = `select i.id, i.listed_id, i.folder_id, f.name as folder_name, t.owner_id, i.inviter_id, i.email, i.permission, i.status,
    i.status in ('pending', 'waiting-for-registration') and i.expires_at <= now() as expired, u.id as user_id, u.color as user_color, u.email_proven_at is not null as user_proven, ${personJsonSql('o')} as inviter
  from team_invitations i join team_folders t on t.folder_id = i.folder_id
  join item_summaries f on f.id = i.folder_id join user_summaries o on o.id = i.inviter_id
  left join user_summaries u on lower(u.email) = i.email`

export interface MembersOfFolder {
  members: MemberRow[]
  /** All members, the owner included. */
  total: number
}

/** Members of team folders, by folder; at most `limit` each besides the owner. */
export const readMembersByFolder = async (
  sql: Sql,
  folderIds: readonly string[],
  limit = maxListedMembers,
): Promise<Map<string, MembersOfFolder>> => {
  const rows = await sql.query<MemberRow & { folder_id: string; total: number }>(
    membersSql,
    [folderIds, limit],
    'teams.members-of',
  )
  return new Map(
    [...Map.groupBy(rows, ({ folder_id }) => folder_id)].map(([id, members]) => [
      id,
      { members, total: members[0]?.total ?? 0 },
    ]),
  )
}

/** Names of a team folder and its owner, for texts that outlast them. */
export const teamFolderNames = async (
  sql: Sql,
  { ownerId, folderId }: { ownerId: string; folderId: string },
): Promise<{ owner: string; folder: string }> => {
  const [row] = await sql.query<Pick<PersonRow, 'first_name' | 'last_name' | 'email'> & { folder: string }>(
    `select f.name as folder, o.first_name, o.last_name, o.email
     from item_summaries f, user_summaries o where f.id = $1 and o.id = $2`,
    [folderId, ownerId],
    'teams.names',
  )
  return row ? { owner: displayName(row), folder: row.folder } : { owner: '', folder: '' }
}

/** Ids of all members of team folders, by folder, without the owners. */
export const memberIdsByFolder = async (sql: Sql, folderIds: readonly string[]): Promise<Map<string, string[]>> => {
  const rows = await sql.query<{ folder_id: string; user_id: string }>(
    'select folder_id, user_id from team_members where folder_id = any($1::uuid[])',
    [folderIds],
    'teams.member-ids',
  )
  const byFolder = new Map<string, string[]>(folderIds.map((id) => [id, []]))
  for (const { folder_id, user_id } of rows) byFolder.get(folder_id)?.push(user_id)
  return byFolder
}

/** Ids of all members of a team folder, without its owner. */
export const memberIds = async (sql: Sql, folderId: string): Promise<string[]> =>
  (await memberIdsByFolder(sql, [folderId])).get(folderId) ?? []

/** Invitations without an answer, oldest first, then those that have expired. */
export const openInvitations = (sql: Sql, folderId: string, limit: number | null = null): Promise<InvitationRow[]> =>
  sql.query<InvitationRow>(
    `${invitationsSql} where i.folder_id = $1 and i.status in ('pending', 'waiting-for-registration')
     order by expired, i.created_at, i.id limit $2`,
    [folderId, limit],
    'teams.open-invitations',
  )

interface InvitedToFolder {
  emails: string[]
  /** Number of all invitations, above the limit of `emails` too. */
  total: number
}

/** Emails of the open invitations, oldest first and at most `limit`, by team folder. */
export const invitedEmailsByFolder = async (
  sql: Sql,
  folderIds: readonly string[],
  limit: number,
): Promise<Map<string, InvitedToFolder>> => {
  const rows = await sql.query<InvitedToFolder & { folder_id: string }>(
    `select folder_id, count(*)::int as total, (array_agg(email order by created_at, id))[1:$2] as emails
     from team_invitations i where folder_id = any($1::uuid[]) and ${openSql} group by folder_id`,
    [folderIds, limit],
    'teams.invited-to',
  )
  return new Map(rows.map(({ folder_id, emails, total }) => [folder_id, { emails, total }]))
}

/** Null while the folder is in the trash or its owner is suspended. */
export const findInvitation = async (sql: Sql, id: string): Promise<InvitationRow | null> => {
  const [row] = await sql.query<InvitationRow>(
    `${invitationsSql} where i.id = $1 and o.status = 'active' and not ${inTrashSql('i.folder_id')}`,
    [id],
    'teams.find-invitation',
  )
  return row ?? null
}

/** Invitations by their ids, also to folders in the trash. */
export const invitationsById = (sql: Sql, ids: readonly string[]): Promise<InvitationRow[]> =>
  sql.query<InvitationRow>(`${invitationsSql} where i.id = any($1::uuid[])`, [ids], 'teams.invitations-by-id')

/** Whether the account's email accepted an invitation before there was an account. */
export const hasAcceptedInvitation = async (sql: Sql, userId: string): Promise<boolean> => {
  const waiting = await sql.query(
    `select 1 from team_invitations i join user_summaries u on lower(u.email) = i.email
     where u.id = $1 and i.status = 'waiting-for-registration' and i.expires_at > now() limit 1`,
    [userId],
  )
  return waiting.length > 0
}

/** Emails of the members of the team folders that an account is in, without its own. */
const membersEmailsSql = (user: string) => `select lower(u.email) as email from (
       select t.owner_id as user_id from team_folders t join team_members mine on mine.folder_id = t.folder_id
         where mine.user_id = ${user}
       union
       select m.user_id from team_members m join team_folders t on t.folder_id = m.folder_id where t.owner_id = ${user}
       union
       select m.user_id from team_members m join team_members mine on mine.folder_id = m.folder_id
         where mine.user_id = ${user}
     ) people join user_summaries u on u.id = people.user_id where u.id <> ${user}`

const emailsSql = (user: string) => `${membersEmailsSql(user)}
     union
     select i.email from team_invitations i where i.inviter_id = ${user} and ${openSql}`

/**
 * Emails of the people an account works with: members of team folders it is in, and those it has invited. They count
 * towards the limit of its plan.
 */
export const contactEmails = async (sql: Sql, userId: string): Promise<string[]> => {
  const rows = await sql.query<{ email: string }>(emailsSql('$1'), [userId], 'teams.emails-with')
  return rows.map(({ email }) => email)
}

/** Emails out of `emails` that have neither a membership nor an open invitation of the team folder. */
export const emailsNewToFolder = async (sql: Sql, folderId: string, emails: readonly string[]): Promise<string[]> => {
  const rows = await sql.query<{ email: string }>(
    `select e.email from unnest($2::text[]) as e (email) where e.email not in (
       select lower(u.email) from team_members m join user_summaries u on u.id = m.user_id where m.folder_id = $1
       union all
       select i.email from team_invitations i where i.folder_id = $1 and ${openSql})`,
    [folderId, emails],
    'teams.new-in-folder',
  )
  return rows.map(({ email }) => email)
}

/** Members of a team folder among these emails, by their ids. */
export const membersWithEmails = async (sql: Sql, folderId: string, emails: readonly string[]) => {
  const rows = await sql.query<{ user_id: string; email: string }>(
    `select m.user_id, lower(u.email) as email from team_members m join user_summaries u on u.id = m.user_id
     where m.folder_id = $1 and lower(u.email) = any($2::text[])`,
    [folderId, emails],
    'teams.members-among',
  )
  return new Map(rows.map(({ user_id, email }) => [email, user_id]))
}

/** Number of these emails that belong to no member of the account's team folders. */
export const countNewContacts = async (sql: Sql, userId: string, emails: readonly string[]): Promise<number> => {
  const [row] = await sql.query<{ n: number }>(
    `select count(*)::int as n from unnest($2::text[]) as e (email) where e.email not in (${membersEmailsSql('$1')})`,
    [userId, emails],
    'teams.count-new-contacts',
  )
  return row?.n ?? 0
}

/** Number of people of `contactEmails`, by account. */
export const countPeople = async (sql: Sql, userIds: readonly string[]): Promise<Map<string, number>> => {
  const rows = await sql.query<{ id: string; people: number }>(
    `select a.id, (select count(*) from (${emailsSql('a.id')}) e)::int as people from unnest($1::uuid[]) as a (id)`,
    [userIds],
  )
  return new Map(rows.map(({ id, people }) => [id, people]))
}

export interface KnownPersonRow extends Omit<PersonRow, 'id' | 'color'> {
  /** Null for an invited person without an account. */
  id: string | null
  color: string | null
}

/** People of `contactEmails` whose name or email contains the text, regardless of case and accents. */
export const searchContacts = (sql: Sql, userId: string, text: string, limit: number): Promise<KnownPersonRow[]> => {
  // Whether an invited email has an account, and whose, is only shown once its owner has accepted (A51).
  return sql.query<KnownPersonRow>(
    `select u.id, e.email, u.first_name, u.last_name, u.avatar, u.color from (${emailsSql('$1')}) e
     left join user_summaries u on lower(u.email) = e.email and e.email in (${membersEmailsSql('$1')})
     where search_fold(concat_ws(' ', u.first_name, u.last_name, searchable_email(e.email))) like '%' || search_fold($2) || '%'
     order by u.first_name nulls last, u.last_name nulls last, e.email limit $3`,
    [userId, likeLiteral(text), limit],
    'teams.known-people',
  )
}
