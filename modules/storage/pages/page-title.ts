import type { PageContext } from 'vike/types'
import type { FilesPageData } from '../files-ui/ui.ts'

/** The file on show, else the open folder; at a root the section's, by `titleKey`. */
export const pageTitle = (page: PageContext): string | undefined => {
  const { data } = page as { data?: FilesPageData }
  return data?.viewed?.item?.attributes.name ?? data?.listing.meta.root?.data.attributes.name
}
