import type { PageContextServer } from 'vike/types'
import type { Overview } from '../../../contract.ts'
import { adminServices } from '../../admin-services.ts'

export const data = (page: PageContextServer): Promise<Overview> =>
  adminServices(page).overview(page.engine, page.locale)
