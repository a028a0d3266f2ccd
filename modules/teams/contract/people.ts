import { array, endpoint, integer, object, optional, uuid } from '../../shared/contract.ts'
import { Invitation } from './invitations.ts'
import { Member, maxPeoplePerCall } from './members.ts'

/**
 * Members, for the owner and the members; invitations without an answer, also expired ones, for the owner only. All of them,
 * or the first: `limit` members besides the owner, and as many invitations. `total` and `invited` count all.
 */
export const listTeamMembers = endpoint({
  method: 'GET',
  path: '/api/teams/folders/:id/members',
  summary: 'List the members of a team folder',
  access: 'session',
  params: object({ id: uuid() }),
  query: object({ limit: optional(integer({ minimum: 1, maximum: maxPeoplePerCall })) }),
  response: {
    200: object({
      data: array(Member),
      meta: object({ total: integer(), invitations: array(Invitation), invited: integer() }),
    }),
  },
  errors: ['teams.team-folder-not-found'],
})
