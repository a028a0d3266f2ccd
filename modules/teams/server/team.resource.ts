import type { Item } from '../../storage/contract.ts'
import { type PersonRow, presentPerson, shownEmail } from '../../users/index.ts'
import type { Invitation, InvitationStatus, Member, MemberPermission, TeamFolder, TeamPermission } from '../contract.ts'

export interface MemberRow extends PersonRow {
  permission: MemberPermission
}

export interface InvitationRow {
  /** The secret of the link. */
  id: string
  /** For the inviter, who may not answer it. */
  listed_id: string
  folder_id: string
  folder_name: string
  owner_id: string
  inviter_id: string
  email: string
  permission: TeamPermission
  status: InvitationStatus
  /** It has no answer, and can get none any more. */
  expired: boolean
  /** Account of the invited email, if there is one. */
  user_id: string | null
  user_color: string | null
  /** That account's email is proven to be its owner's. */
  user_proven: boolean
  inviter: PersonRow
}

export const presentMember = (row: MemberRow): Member => ({
  id: row.id,
  type: 'member',
  attributes: {
    email: shownEmail(row.email),
    ...presentPerson(row).attributes,
    permission: row.permission,
  },
})

export const presentInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  type: 'invitation',
  attributes: {
    parent_id: row.folder_id,
    folder: row.folder_name,
    email: shownEmail(row.email),
    color: row.user_color,
    status: row.status,
    expired: row.expired,
    permission: row.permission,
    isExistedUser: row.user_id !== null,
    email_confirmed: row.user_id === null || row.user_proven,
  },
  relationships: { inviter: { data: presentPerson(row.inviter) } },
})

/** As the inviter sees it: neither the secret of the link, nor whether the email has an account (A51). */
export const presentSentInvitation = (row: InvitationRow): Invitation =>
  presentInvitation({ ...row, id: row.listed_id, user_id: null, user_color: null })

/** Members in the badge of a row besides the owner, and emails of invited people. */
export const maxBadgeMembers = 3

/** `members.meta` of a team folder, for its owner. */
export const presentInvited = (invited: { emails: readonly string[]; total: number } | undefined) => ({
  invited: invited?.total ?? 0,
  invited_emails: (invited?.emails ?? []).map(shownEmail),
})

export interface TeamPeople {
  permission: MemberPermission
  owner: PersonRow
  /** The first ones, the owner included. */
  members: readonly MemberRow[]
  /** Number of members, the owner included. */
  total: number
  /** The first ones; empty unless the caller is the owner. */
  invitations: readonly InvitationRow[]
  /** The first emails and the number of the open invitations; undefined for none. */
  invited: { emails: readonly string[]; total: number } | undefined
}

export const presentTeamFolder = (item: Item, team: TeamPeople): TeamFolder => ({
  ...item,
  attributes: { ...item.attributes, permission: team.permission },
  relationships: {
    ...item.relationships,
    members: {
      data: team.members.map(presentMember),
      meta: {
        total: team.total,
        ...(team.permission === 'owner' && presentInvited(team.invited)),
      },
    },
    invitations: { data: team.invitations.map(presentSentInvitation) },
    user: { data: presentPerson(team.owner) },
  },
})
