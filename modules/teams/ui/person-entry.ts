import type { Invitation, Member, TeamPermission } from '../contract.ts'

/** A member or an invited person in the form. */
export interface PersonEntry {
  /** Id of a member; null for an invitation. */
  id: string | null
  email: string
  name: string
  avatar: { xs: string; sm: string; md: string } | null
  color: string | null
  permission: TeamPermission
  /** Invited before, without an answer yet. */
  waiting: boolean
  /** The invitation has expired; not of one that is sent again. */
  expired: boolean
}

/** The people of a team folder besides its owner. */
export const peopleEntries = (members: readonly Member[], invitations: readonly Invitation[]): PersonEntry[] => [
  ...members.flatMap(({ id, attributes: { permission, ...person } }) =>
    permission === 'owner' ? [] : [{ ...person, id, permission, waiting: false, expired: false }],
  ),
  ...invitations.map(({ attributes: { email, color, permission, expired } }) => ({
    id: null,
    email,
    name: email,
    avatar: null,
    color,
    permission,
    waiting: true,
    expired,
  })),
]
