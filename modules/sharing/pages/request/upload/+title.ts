import type { PageContext } from 'vike/types'
import type { RequestPageData } from '../../../client/request.ts'

/** What the owner called it; else the section's, by `titleKey`. */
export const title = (page: PageContext): string | undefined =>
  (page as { data?: RequestPageData }).data?.asked.attributes.title ?? undefined
