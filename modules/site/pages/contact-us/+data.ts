import type { PageContextServer } from 'vike/types'
import type { BotCheck } from '../../../shared/contract.ts'
import type { SiteFrame } from '../../server/page-services.ts'

export interface ContactPageData {
  frame: SiteFrame
  /** After a form was sent without scripts. */
  isSent: boolean
  problem: string | null
  csrf: string
  botCheck: BotCheck
}

export const data = async ({
  services,
  request,
  urlParsed,
  csrfToken,
}: PageContextServer): Promise<ContactPageData> => ({
  frame: await services.site.frame(request),
  isSent: urlParsed.search.sent === '1',
  problem: urlParsed.search.problem ?? null,
  csrf: csrfToken,
  botCheck: await services.site.botCheck(request),
})
