import { render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type { PageEditorData } from '../../../../ui/pages/PageEditor.tsx'
import { adminServices } from '../../../admin-services.ts'

export const data = async (page: PageContextServer): Promise<PageEditorData> => {
  const admin = adminServices(page)
  return admin.legalPage(page.routeParams.slug ?? '', page.locale).catch((error: unknown) => {
    throw (error as { status?: number }).status === 404 ? render(404) : error
  })
}
