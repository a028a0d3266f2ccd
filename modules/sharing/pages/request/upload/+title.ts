import type { PageContext } from 'vike/types'
import type { FileRequestPageData } from '../../../client/file-request.api.ts'

/** The request's title; undefined: the one of `titleKey`. */
export const title = (page: PageContext): string | undefined =>
  (page as { data?: FileRequestPageData }).data?.fileRequest.attributes.title ?? undefined
