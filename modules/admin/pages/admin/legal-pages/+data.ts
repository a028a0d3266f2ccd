import type { PageContextServer } from 'vike/types'
import type { EditablePage } from '../../../contract.ts'
import { adminServices } from '../../admin-services.ts'

export const data = async (page: PageContextServer): Promise<{ pages: EditablePage[] }> => ({
  pages: await adminServices(page).legalPages(page.locale),
})
