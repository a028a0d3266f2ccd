import type { PageContextServer } from 'vike/types'
import type { PageEditorData } from '../../../../ui/pages/PageEditor.tsx'
import { adminServices } from '../../../admin-services.ts'
import { orNotFound } from '../../../or-not-found.ts'

export const data = async (page: PageContextServer): Promise<PageEditorData> => {
  const admin = adminServices(page)
  return orNotFound(admin.legalPage(page.routeParams.slug ?? '', page.urlParsed.search.locale))
}
