import { randomUUID } from 'node:crypto'
import { type AccessCase, belonging, open, own } from './access-case.ts'

const invitations = [{ type: 'invitation', email: 'invited@example.org', permission: 'can_view' }]
// An invitation's id is its secret: this id does not exist (modules/teams/server/tests/members.test.ts).
const invitation = `/api/teams/invitations/${randomUUID()}`
const team =
  (path = '') =>
  ({ team }: { team: string }) => ({ path: `/api/teams/folders/${team}${path}` })

/** Routes of team folders; the rights of members are in `team-members.test.ts`. */
export const teamCases: Record<string, AccessCase> = {
  'GET /api/teams/folders/:id': belonging(team()),
  'GET /api/teams/shared-with-me/:id': own('/api/teams/shared-with-me/all'),
  'POST /api/teams/folders': own('/api/teams/folders', [201], { name: 'Team', invitations }),
  'POST /api/teams/folders/:id/convert': belonging(
    (has) => ({ path: `/api/teams/folders/${has.target}/convert`, body: { invitations } }),
    [201],
  ),
  'PATCH /api/teams/folders/:id': belonging((has) => ({ ...team()(has), body: { members: [] } })),
  'PUT /api/teams/folders/:id': belonging((has) => ({ ...team()(has), body: { members: [] } })),
  'DELETE /api/teams/folders/:id': belonging(team()),
  'DELETE /api/teams/folders/:id/leave': belonging(team('/leave'), [422]),
  'GET /api/teams/folders/:id/members': belonging(team('/members')),
  'GET /api/teams/folders/:id/tree': belonging(team('/tree')),
  'GET /api/teams/people': own('/api/teams/people'),
  'GET /api/teams/invitations/:id': open(invitation, [404]),
  'PUT /api/teams/invitations/:id': open(invitation, [404]),
  'PATCH /api/teams/invitations/:id': open(invitation, [404]),
  'DELETE /api/teams/invitations/:id': open(invitation, [404]),
}
