import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type {} from '../../../../server/payment-pages.ts'
import type { BillingData } from '../../../../ui/billing-data.ts'

export const data = async ({ request, services, urlPathname }: PageContextServer): Promise<BillingData> => {
  const { principal, locale } = request
  if (!principal) throw redirect(`/sign-in?redirect=${encodeURIComponent(urlPathname)}`)
  const [options, balance, cards] = await Promise.all([
    services.billing.options(),
    services.billing.balance(principal.userId, locale),
    services.billing.cards(principal.userId),
  ])
  return { options, balance, cards }
}
