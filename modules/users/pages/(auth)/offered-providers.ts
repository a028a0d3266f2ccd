import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import { type OfferedProvider, safeRedirect } from '../../contract.ts'
import type {} from '../../server/page-services.ts'

/** Identity providers of the page. Signed-in users are redirected (D32). */
export const offeredProviders = async ({
  user,
  urlParsed,
  services,
}: PageContextServer): Promise<{ providers: OfferedProvider[] }> => {
  if (user) throw redirect(safeRedirect(urlParsed.search.redirect))
  return { providers: await services.users.providers() }
}
