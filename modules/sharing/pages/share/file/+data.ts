import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type { Item } from '../../../../storage/contract.ts'
import { shareHomePath } from '../../../client/share-paths.ts'
import type { FilePreview } from '../../../server/services/file-previews.ts'
import { type OpenVisit, openVisit, orNotFound } from '../../open-share-page.ts'

export interface FilePageData {
  visit: OpenVisit
  item: Item
  preview: FilePreview
  /** Ms since 1970. */
  now: number
}

/** The shared file. */
export const data = async (page: PageContextServer): Promise<FilePageData> => {
  const visit = await openVisit(page)
  const { token, type, item_id: id } = visit.share.attributes
  if (type !== 'file' || !id) throw redirect(shareHomePath(visit.share))
  const { sharePages } = page.services
  const item = await orNotFound(sharePages.item(page.request, token, id))
  return { visit, item, preview: await sharePages.previewOf(page.request, item), now: Date.now() }
}
