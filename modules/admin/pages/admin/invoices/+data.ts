import type { PageContextServer } from 'vike/types'
import { readListPage } from '../../../client/list-page.ts'
import { billingServices } from '../../admin-services.ts'

export const data = (page: PageContextServer) =>
  billingServices(page).transactions(readListPage(page.urlParsed.search), page.locale)
