import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type {} from '../../../../server/billing-pages.ts'
import type { BillingData } from '../../../../ui/billing-data.ts'

export const data = async ({ request, services, urlPathname }: PageContextServer): Promise<BillingData> => {
  const { principal, locale } = request
  if (!principal) throw redirect(`/sign-in?redirect=${encodeURIComponent(urlPathname)}`)
  const overview = await services.billing.overview(principal.userId, locale)
  if (!overview) throw redirect('/user/profile')
  return overview
}
