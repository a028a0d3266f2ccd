import type { Db } from '../../../platform/index.ts'
import type { Scope } from '../../../storage/index.ts'
import { type Invitation, type Member, maxListedMembers } from '../../contract.ts'
import { teamErrors } from '../errors.ts'
import { maxBadgeMembers, presentMember, presentSentInvitation, type TeamPeople } from '../team.resource.ts'
import { countUnansweredInvitations } from './expired-invitations.ts'
import { invitedEmailsByFolder, openInvitations, readMembersByFolder } from './people-queries.ts'

/** Upper limit of the complete list of members. */
const allMembers = 100_000

/** The first people of a team folder, for its resource. Invitations are the owner's only. */
export const readTeamPeople = async (db: Db, scope: Scope, folderId: string): Promise<TeamPeople> => {
  const owner = scope.permission === 'owner'
  const [membersByFolder, invitations, invited] = await Promise.all([
    readMembersByFolder(db, [folderId]),
    owner ? openInvitations(db, folderId, maxListedMembers) : [],
    owner ? invitedEmailsByFolder(db, [folderId], maxBadgeMembers) : null,
  ])
  const { members = [], total = 0 } = membersByFolder.get(folderId) ?? {}
  const [ownerRow] = members
  if (!ownerRow) throw teamErrors.fail('team-folder-not-found')
  const permission = owner ? 'owner' : scope.permission === 'editor' ? 'can_edit' : 'can_view'
  return { permission, owner: ownerRow, members, total, invitations, invited: invited?.get(folderId) }
}

interface TeamPeopleList {
  members: Member[]
  /** All members, the owner included. */
  total: number
  invitations: Invitation[]
  /** All invitations without an answer, expired ones too; 0 unless the caller is the owner. */
  invited: number
}

/** The people of a team folder, or the first ones: `limit` members besides the owner, and as many invitations. */
export const listTeamPeople = async (
  db: Db,
  scope: Scope,
  folderId: string,
  limit: number | undefined,
): Promise<TeamPeopleList> => {
  const owner = scope.permission === 'owner'
  const [membersByFolder, invitations, invited] = await Promise.all([
    readMembersByFolder(db, [folderId], limit ?? allMembers),
    owner ? openInvitations(db, folderId, limit) : [],
    owner ? countUnansweredInvitations(db, folderId) : 0,
  ])
  const { members = [], total = 0 } = membersByFolder.get(folderId) ?? {}
  return { members: members.map(presentMember), total, invitations: invitations.map(presentSentInvitation), invited }
}
