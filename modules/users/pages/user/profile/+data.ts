import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type { Profile } from '../../../contract.ts'
import type {} from '../../../server/page-services.ts'

/** Settings and email of the signed-in user. */
export const data = async (page: PageContextServer): Promise<Profile> => {
  const { principal } = page.request
  if (!principal) throw redirect(`/sign-in?redirect=${encodeURIComponent(page.urlPathname)}`)
  return page.services.users.profile(principal)
}
