import { endpoint, object, SuccessMessage, uuid } from '../../shared/contract.ts'
import { call } from '../../web/ui.ts'

// The teams module serves these calls; this module only links them to its notifications.
const answer = {
  path: '/api/teams/invitations/:id',
  summary: 'Answer an invitation',
  access: 'public',
  params: object({ id: uuid() }),
  response: { 200: SuccessMessage },
  errors: [],
} as const
const calls = {
  accept: endpoint({ ...answer, method: 'PUT' }),
  decline: endpoint({ ...answer, method: 'DELETE' }),
}

/** Accepts or declines the invitation of a notification. */
export const answerInvitation = (kind: keyof typeof calls, id: string) => call(calls[kind], { params: { id } })
