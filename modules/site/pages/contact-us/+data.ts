import type { PageContextServer } from 'vike/types'
import type { BotCheck } from '../../../shared/contract.ts'
import type { SiteFrame } from '../../contract.ts'

export interface ContactPageData {
  frame: SiteFrame
  /** After a form was sent without scripts. */
  isSent: boolean
  problem: string | null
  typed: { email?: string; message?: string }
  csrf: string
  botCheck: BotCheck
}

export const data = async ({
  services,
  request,
  urlParsed,
  csrfToken,
}: PageContextServer): Promise<ContactPageData> => ({
  frame: await services.site.frame(),
  isSent: urlParsed.search.sent === '1',
  problem: request.sentForm?.problem ?? null,
  typed: request.sentForm?.fields ?? {},
  csrf: csrfToken,
  botCheck: await services.site.botCheck(request),
})
