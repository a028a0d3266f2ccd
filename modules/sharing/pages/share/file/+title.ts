import type { PageContext } from 'vike/types'
import type { FilePageData } from './+data.ts'

export const title = (page: PageContext): string | undefined =>
  (page as { data?: FilePageData }).data?.item.attributes.name
