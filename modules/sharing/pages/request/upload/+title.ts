import type { PageContext } from 'vike/types'
import type { FileRequestPageData } from '../../../client/file-request.api.ts'

/** What the owner called it; else the section's, by `titleKey`. */
export const title = (page: PageContext): string | undefined =>
  (page as { data?: FileRequestPageData }).data?.fileRequest.attributes.title ?? undefined
