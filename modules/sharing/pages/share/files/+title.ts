import type { PageContext } from 'vike/types'
import type { FolderPageData } from './+data.ts'

export const title = (page: PageContext): string | undefined =>
  (page as { data?: FolderPageData }).data?.listing.meta.root?.data.attributes.name
