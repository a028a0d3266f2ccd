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

/**
 * `waiting-for-registration`: accepted by a person without an account, who becomes a member when
 * their email is proven after sign-up.
 */
const invitationStatuses = ['pending', 'accepted', 'rejected', 'waiting-for-registration'] as const
export type InvitationStatus = (typeof invitationStatuses)[number]

export const Invitation = object({
  /** In lists of the inviter another id, by which the invitation cannot be answered. */
  id: uuid(),
  type: string(),
  attributes: object({
    /** Id of the team folder. */
    parent_id: uuid(),
    folder: string(),
    email: string(),
    color: nullable(string()),
    status: oneOf(invitationStatuses),
    /** It was not answered in time; the owner can invite the person again. */
    expired: boolean(),
    permission: oneOf(teamPermissions),
    /** Whether the email has an account; the inviter always gets false (A51). */
    isExistedUser: boolean(),
    /** False: the account of this email accepts once its owner has confirmed the email. */
    email_confirmed: boolean(),
  }),
  relationships: object({ inviter: object({ data: Person }) }),
})
export type Invitation = Static<typeof Invitation>

const id = object({ id: uuid() })
const answerErrors = [
  'teams.invitation-not-found',
  'teams.invitation-expired',
  'teams.invitation-answered',
  'teams.email-not-confirmed',
] as const

/** Open to whoever has the link; a signed-in caller with another email gets 404 (A05). */
export const showInvitation = endpoint({
  method: 'GET',
  path: '/api/teams/invitations/:id',
  summary: 'Read an invitation to a team folder',
  access: 'public',
  params: id,
  response: { 200: single(Invitation) },
  errors: ['teams.invitation-not-found', 'teams.invitation-expired', 'teams.invitation-used'],
})

export const acceptInvitation = endpoint({
  method: 'PUT',
  path: '/api/teams/invitations/:id',
  summary: 'Accept an invitation',
  access: 'public',
  params: id,
  response: { 200: SuccessMessage },
  errors: answerErrors,
})

/** The same by PATCH. */
export const patchInvitation = endpoint({
  method: 'PATCH',
  path: '/api/teams/invitations/:id',
  summary: 'Accept an invitation',
  access: 'public',
  params: id,
  response: { 200: SuccessMessage },
  errors: answerErrors,
})

/** A signed-in account whose email is not proven gets 403; the mailed link also works without a session. */
export const declineInvitation = endpoint({
  method: 'DELETE',
  path: '/api/teams/invitations/:id',
  summary: 'Decline an invitation',
  access: 'public',
  params: id,
  response: { 200: SuccessMessage },
  errors: answerErrors,
})
