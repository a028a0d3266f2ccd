import type { PageContextServer } from 'vike/types'
import { codeOf, isUuid, statusOf } from '../../../shared/contract.ts'
import type {} from '../../server/team-pages.ts'
import type { InvitationPageData } from '../../ui/InvitationPage.tsx'

/** The invitation; `notFound` for an unknown one and for a signed-in person with another email. */
export const data = async ({ services, request, routeParams }: PageContextServer): Promise<InvitationPageData> => {
  const { id = '' } = routeParams
  const notFound = { invitation: null, notFound: true } as const
  if (!isUuid(id)) return notFound
  try {
    const invitation = await services.teams.invitation(request.principal, id)
    return { invitation, canSignUp: await services.users.canSignUp(invitation.attributes.email) }
  } catch (error) {
    const status = statusOf(error)
    if (status === 410) return { invitation: null, ...(codeOf(error) === 'invitation-expired' && { expired: true }) }
    if (status === 404) return notFound
    throw error
  }
}
