import {
  boolean,
  endpoint,
  nullable,
  object,
  oneOf,
  type Static,
  SuccessMessage,
  single,
  string,
  uuid,
} from '../../shared/contract.ts'
import { Person, teamPermissions } from './members.ts'

/** `waiting-for-registration`: accepted by a person without an account, who becomes a member at sign-up. */
export const invitationStatuses = ['pending', 'accepted', 'rejected', 'waiting-for-registration'] as const
export type InvitationStatus = (typeof invitationStatuses)[number]

export const Invitation = object({
  id: uuid(),
  type: string(),
  attributes: object({
    /** Id of the team folder. */
    parent_id: uuid(),
    folder: string(),
    email: string(),
    color: nullable(string()),
    status: oneOf(invitationStatuses),
    permission: oneOf(teamPermissions),
    isExistedUser: boolean(),
  }),
  relationships: object({ inviter: object({ data: Person }) }),
})
export type Invitation = Static<typeof Invitation>

const id = object({ id: uuid() })
const shared = { path: '/api/teams/invitations/:id', access: 'public', params: id } as const

/** Open to whoever has the link; a signed-in caller with another email gets 404 (A05). */
export const showInvitation = endpoint({
  ...shared,
  method: 'GET',
  summary: 'Read an invitation to a team folder',
  response: { 200: single(Invitation) },
  errors: ['teams.invitation-not-found', 'teams.invitation-used'],
})

const answered = {
  response: { 200: SuccessMessage },
  errors: ['teams.invitation-not-found', 'teams.invitation-answered'],
} as const

export const acceptInvitation = endpoint({ ...shared, ...answered, method: 'PUT', summary: 'Accept an invitation' })
export const patchInvitation = endpoint({ ...shared, ...answered, method: 'PATCH', summary: 'Accept an invitation' })
export const declineInvitation = endpoint({
  ...shared,
  ...answered,
  method: 'DELETE',
  summary: 'Decline an invitation',
})
