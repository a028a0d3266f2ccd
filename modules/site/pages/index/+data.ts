import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type { HomepageContent, SiteFrame } from '../../contract.ts'

export interface HomepageData {
  frame: SiteFrame
  content: HomepageContent
}

/** Without a homepage the root leads to sign-in. */
export const data = async ({ settings, services, locale }: PageContextServer): Promise<HomepageData> => {
  if (!settings.allowHomepage) throw redirect('/sign-in')
  const { site } = services
  return { frame: await site.frame(), content: await site.homepage(locale) }
}
