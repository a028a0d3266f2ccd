import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type {} from '../../server/billing-pages.ts'
import type { CardFormData } from '../../ui/card-form/card-form-data.ts'

export const data = async ({ request, services, urlParsed, csrfToken }: PageContextServer): Promise<CardFormData> => {
  if (!request.principal) throw redirect(`/sign-in?redirect=${encodeURIComponent(urlParsed.pathname)}`)
  const form = await services.billing.cardForm(request.principal.userId)
  if (!form) throw redirect('/user/settings/billing')
  return { script: form.script, csrf: csrfToken, hasFailed: urlParsed.search.problem === '1' }
}
