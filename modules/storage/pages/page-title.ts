import type { PageContext } from 'vike/types'
import type { FilesPageData } from '../files-ui/ui.ts'

/** Name of the shown file, else of the open folder; undefined at a root, where `titleKey` applies. */
export const pageTitle = (page: PageContext): string | undefined => {
  const { data } = page as { data?: FilesPageData }
  return data?.viewed?.item?.attributes.name ?? data?.listing.meta.root?.data.attributes.name
}
