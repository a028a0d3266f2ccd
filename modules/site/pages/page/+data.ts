import type { PageContextServer } from 'vike/types'
import { orNotFound } from '../../../web/or-not-found.ts'
import type { LegalPageContent, SiteFrame } from '../../contract.ts'

export interface LegalPageData {
  frame: SiteFrame
  page: LegalPageContent
}

export const data = async ({ services, routeParams, locale }: PageContextServer): Promise<LegalPageData> => {
  const { site } = services
  const page = await orNotFound(site.page(routeParams.slug ?? '', locale))
  return { frame: await site.frame(), page }
}
