import type { PageContext } from 'vike/types'
import type { HomepageData } from './+data.ts'

/** The operator's title; undefined: `titleKey` has the title. */
export const title = (page: PageContext): string | undefined =>
  (page as { data?: HomepageData }).data?.content.texts.header_title || undefined
