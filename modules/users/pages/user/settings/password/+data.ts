import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type { Security } from '../../../../contract.ts'
import type {} from '../../../../server/page-services.ts'

/** Second factor, passkeys, sessions and tokens of the signed-in user. */
export const data = async (page: PageContextServer): Promise<Security> => {
  const { principal } = page.request
  if (!principal) throw redirect(`/sign-in?redirect=${encodeURIComponent(page.urlPathname)}`)
  return page.services.users.security(principal)
}
