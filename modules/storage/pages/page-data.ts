import { redirect, render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type { PageServices } from '../../platform/contract.ts'
import type { Principal } from '../../platform/index.ts'
import { folderView } from '../../web/contract.ts'
import { compactListing, type FolderLevel, type FolderQuery, type Listing } from '../contract.ts'
import type { FilesPageData, SidebarData } from '../files-ui/ui.ts'
import { rootLevel } from '../files-ui/ui.ts'
import type {} from '../server/page-services.ts'
import type { View } from '../tree/ui.ts'

type Storage = PageServices['storage']
type List = (storage: Storage, principal: Principal, id: string, query: FolderQuery) => Promise<Listing>

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Rows in the rendered page, one screenful. The browser loads the rest. */
const firstRows = 30

/** The root's folders and those on the path to the open folder. Other levels load when expanded. */
const levelsOf = async (storage: Storage, principal: Principal, view: View, listing: Promise<Listing>) => {
  const root = storage.subfolders(principal, 'all')
  const path = view === 'files' ? (await listing).meta.path : []
  const below = await Promise.all(path.map(({ id }) => storage.subfolders(principal, id)))
  return {
    [rootLevel]: await root,
    ...Object.fromEntries(path.map(({ id }, index) => [id, below[index] as FolderLevel])),
  }
}

const sidebarData = async (
  storage: Storage,
  principal: Principal,
  view: View,
  listing: Promise<Listing>,
): Promise<SidebarData> => {
  const [levels, favorites, usage] = await Promise.all([
    levelsOf(storage, principal, view, listing),
    storage.favorites(principal),
    storage.usage(principal),
  ])
  return {
    levels,
    favorites: favorites.map(({ id, attributes: { name, color, emoji } }) => ({ id, name, color, emoji })),
    usage,
  }
}

/** First page of a listing in the user's sort order, as the API returns it. 404 page for a folder out of scope. */
export const pageData = async (page: PageContextServer, view: View, list: List): Promise<FilesPageData> => {
  const { storage } = page.services
  const { principal } = page.request
  const id = page.routeParams.id ?? null
  const { sorting } = folderView(page.prefs, id)
  if (!principal) throw redirect(`/sign-in?redirect=${encodeURIComponent(page.urlPathname)}`)
  const viewed = page.urlParsed.search.view ?? null
  const query = { per_page: firstRows, sort: sorting.field, direction: sorting.direction }
  try {
    const listed = list(storage, principal, id ?? 'all', query)
    const [listing, sidebar, item] = await Promise.all([
      listed,
      page.isClientSideNavigation ? null : sidebarData(storage, principal, view, listed),
      viewed !== null && uuid.test(viewed) ? storage.item(principal, viewed).catch(() => null) : null,
    ])
    return {
      location: { view, id },
      sorting,
      listing: compactListing(listing),
      sidebar,
      viewed: viewed === null ? null : { id: viewed, item },
      now: Date.now(),
    }
  } catch (error) {
    if ((error as { status?: number }).status === 404) throw render(404)
    throw error
  }
}
