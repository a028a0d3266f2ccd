import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type { StorageUsage } from '../../../../contract.ts'
import type {} from '../../../../server/page-services.ts'

/** The response of `GET /api/user/storage`. */
export const data = async (page: PageContextServer): Promise<StorageUsage> => {
  const { principal } = page.request
  if (!principal) throw redirect(`/sign-in?redirect=${encodeURIComponent(page.urlPathname)}`)
  return page.services.storage.storage(principal)
}
