import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type { Item, ParentRef } from '../../../../storage/contract.ts'
import { orNotFound } from '../../../../web/or-not-found.ts'
import { shareFolderPath, shareHomePath } from '../../../client/share-paths.ts'
import type { FilePreview } from '../../../contract.ts'
import { type OpenVisit, requireOpenVisit } from '../../require-open-visit.ts'

export interface FilePageData {
  visit: OpenVisit
  item: Item
  /** Folders from the shared one down to the file's; empty for a link to a file. */
  path: readonly ParentRef[]
  preview: FilePreview
}

/** The shared file, or a file in the shared folder. 404 page for one that does not belong to the link. */
export const data = async (page: PageContextServer): Promise<FilePageData> => {
  const visit = await requireOpenVisit(page)
  const { token, type, item_id: top } = visit.share.attributes
  const id = page.routeParams.id ?? (type === 'file' ? top : null)
  if (!id) throw redirect(shareHomePath(visit.share))
  const { sharePages } = page.services
  const { data: item, meta } = await orNotFound(sharePages.item(page.request, token, id), [404, 422])
  if (item.type === 'folder') throw redirect(shareFolderPath(token, item.id))
  const preview = await sharePages.previewOf(page.request, item)
  return { visit, item, path: meta.path, preview }
}
