import type { PageContext } from 'vike/types'
import type { HomepageData } from './+data.ts'

/** The operator's title; without one, that of `titleKey`. */
export const title = (page: PageContext): string | undefined =>
  (page as { data?: HomepageData }).data?.content.texts.header_title || undefined
