import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import { type CompactListing, compactListing } from '../../../../storage/contract.ts'
import { orNotFound } from '../../../../web/or-not-found.ts'
import { type FolderViewOptions, filePath, parseViewOptions } from '../../../client/share-paths.ts'
import { rowsPerPage } from '../../../contract.ts'
import { type OpenVisit, requireOpenVisit } from '../../require-open-visit.ts'

export interface FolderPageData {
  visit: OpenVisit
  show: FolderViewOptions
  listing: CompactListing
}

/** One page of a folder of the link; redirects to the last page from beyond it. 404 page for a folder outside the link. */
export const data = async (page: PageContextServer): Promise<FolderPageData> => {
  const visit = await requireOpenVisit(page)
  const { token, type, item_id: top } = visit.share.attributes
  if (type !== 'folder' || !top) throw redirect(filePath(token))
  const show = parseViewOptions(page.urlParsed.search)
  const query = {
    per_page: rowsPerPage,
    sort: show.sorting.field,
    direction: show.sorting.direction,
    page: String(show.page),
  }
  const id = page.routeParams.id ?? top
  const listing = await orNotFound(page.services.sharePages.folder(page.request, token, id, query), [404, 422])
  const { lastPage } = listing.meta.paginate
  const { pathname, search } = page.urlParsed
  if (show.page > lastPage) throw redirect(`${pathname}?${new URLSearchParams({ ...search, page: String(lastPage) })}`)
  return { visit, show, listing: compactListing(listing) }
}
