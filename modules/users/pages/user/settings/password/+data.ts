import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import { davRoot, type SecurityPageData } from '../../../../contract.ts'
import type {} from '../../../../server/page-services.ts'

/** Second factor, passkeys, sessions, tokens and network drive of the signed-in user. */
export const data = async (page: PageContextServer): Promise<SecurityPageData> => {
  const { principal } = page.request
  if (!principal) throw redirect(`/sign-in?redirect=${encodeURIComponent(page.urlPathname)}`)
  return { ...(await page.services.users.security(principal)), driveUrl: page.appUrl + davRoot }
}
