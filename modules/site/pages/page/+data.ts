import { render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import { statusOf } from '../../../shared/contract.ts'
import type { LegalPageContent, SiteFrame } from '../../contract.ts'

export interface LegalPageData {
  frame: SiteFrame
  page: LegalPageContent
}

export const data = async ({ services, routeParams, locale }: PageContextServer): Promise<LegalPageData> => {
  const { site } = services
  const page = await site.page(routeParams.slug ?? '', locale).catch((error: unknown) => {
    throw statusOf(error) === 404 ? render(404) : error
  })
  return { frame: await site.frame(), page }
}
