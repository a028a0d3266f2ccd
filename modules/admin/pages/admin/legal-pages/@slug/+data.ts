import type { PageContextServer } from 'vike/types'
import { orNotFound } from '../../../../../web/or-not-found.ts'
import type { PageEditorData } from '../../../../contract.ts'
import { adminServices } from '../../../admin-services.ts'

export const data = async (page: PageContextServer): Promise<PageEditorData> => {
  const admin = adminServices(page)
  return orNotFound(admin.legalPage(page.routeParams.slug ?? '', page.urlParsed.search.locale))
}
