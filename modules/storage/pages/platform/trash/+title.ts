import type { PageContext } from 'vike/types'
import type { FilesPageData } from '../../../ui/FilesProvider.tsx'

/** The folder's name; at the root the section's, by `titleKey`. */
export const title = (page: PageContext): string | undefined =>
  (page as { data?: FilesPageData }).data?.listing.meta.root?.data.attributes.name
