import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf, type Db, type Platform, serve, successMessage } from '../../../platform/index.ts'
import { avatarUrls, displayName, shownEmail } from '../../../users/index.ts'
import {
  acceptInvitation,
  declineInvitation,
  listKnownPeople,
  patchInvitation,
  showInvitation,
} from '../../contract.ts'
import type { InvitationAnswerer, Invitations } from '../services/invitations.ts'
import { type KnownPersonRow, searchContacts } from '../services/people-queries.ts'
import { presentInvitation } from '../team.resource.ts'

const defaultPeople = 8

const answerer = ({ principal }: FastifyRequest): InvitationAnswerer => principal && { userId: principal.userId }

const presentKnown = (person: KnownPersonRow) => ({
  id: person.id,
  type: 'user',
  attributes: {
    email: shownEmail(person.email),
    name: person.id === null ? '' : displayName(person),
    avatar: avatarUrls(person.avatar),
    color: person.color,
  },
})

export const invitationsRoutes = (
  app: FastifyInstance,
  { i18n, db }: Pick<Platform, 'i18n'> & { db: Db },
  invitations: Invitations,
): void => {
  serve(app, showInvitation, async ({ params }, request) => ({
    data: presentInvitation(await invitations.show(answerer(request), params.id)),
  }))
  for (const endpoint of [acceptInvitation, patchInvitation])
    serve(app, endpoint, async ({ params }, request) => {
      await invitations.accept(answerer(request), params.id)
      return successMessage(i18n, request, 'teams:message.accepted')
    })
  serve(app, declineInvitation, async ({ params }, request) => {
    await invitations.decline(answerer(request), params.id)
    return successMessage(i18n, request, 'teams:message.declined')
  })
  serve(app, listKnownPeople, async ({ query }, request) => {
    const { userId } = callerOf(request)
    const people = await searchContacts(db, userId, query.query ?? '', query.limit ?? defaultPeople)
    return { data: people.map((person) => ({ data: presentKnown(person) })) }
  })
}
