import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type { PageServices } from '../../platform/contract.ts'
import type { Principal } from '../../platform/index.ts'
import { ifMissing, isUuid, statusOf } from '../../shared/contract.ts'
import { compactListing, type FolderQuery, type Item, type Listing } from '../contract.ts'
import type { FilesPageData, SidebarData } from '../files-ui/ui.ts'
import { favoriteOf, resolveView, rootKey, rootLevel, sortQueryOf, viewKeyOf } from '../files-ui/ui.ts'
import type { Section } from '../tree/ui.ts'

type Storage = PageServices['storage']
type List = (storage: Storage, principal: Principal, id: string, query: FolderQuery) => Promise<Listing>

/** Rows in the rendered page, one screenful. The browser loads the rest. */
const firstRows = 30

type Levels = SidebarData['levels']

/** The listing and the levels of the tree: the folders of the root and of each folder on the path to the open one. */
const withTree = async (
  storage: Storage,
  principal: Principal,
  section: Section,
  id: string,
  query: FolderQuery,
  list: List,
): Promise<{ listing: Listing; levels: Levels }> => {
  if (section === 'files') {
    const { listing, root, above } = await storage.folderInTree(principal, id, query)
    return { listing, levels: { [rootLevel]: root, ...above } }
  }
  const [listing, root] = await Promise.all([list(storage, principal, id, query), storage.rootLevel(principal)])
  return { listing, levels: { [rootLevel]: root } }
}

const sidebarData = (levels: Levels, favorites: readonly Item[]): SidebarData => ({
  levels,
  favorites: favorites.map(favoriteOf),
})

/** Stands for the listing of a folder that does not exist. */
const noListing: Listing = {
  data: [],
  meta: {
    root: null,
    path: [],
    paginate: { currentPage: 1, lastPage: 1, perPage: firstRows, total: 0, nextCursor: null },
  },
}

/**
 * First page of a listing in the user's sort order, as the API returns it. A folder out of scope is `notFound`: the page
 * says so within the files screens, with status 404.
 */
export const pageData = async (page: PageContextServer, section: Section, list: List): Promise<FilesPageData> => {
  const { storage } = page.services
  const { principal } = page.request
  const id = page.routeParams.id ?? null
  const { usage, views } = page
  const { sorting } = resolveView(views, { section, id })
  if (!principal || !usage) throw redirect(`/sign-in?redirect=${encodeURIComponent(page.urlPathname)}`)
  const viewed = page.urlParsed.search.view ?? null
  const query = { per_page: firstRows, ...sortQueryOf(sorting) }
  const isNavigation = page.isClientSideNavigation
  let notFound: true | undefined
  const listed: Promise<{ listing: Listing; levels: Levels | null }> = isNavigation
    ? list(storage, principal, id ?? 'all', query).then((listing) => ({ listing, levels: null }))
    : withTree(storage, principal, section, id ?? 'all', query, list)
  const [{ listing, levels }, favorites, item] = await Promise.all([
    listed.catch(async (error: unknown) => {
      if (statusOf(error) !== 404) throw error
      notFound = true
      return {
        listing: noListing,
        levels: isNavigation ? null : { [rootLevel]: await storage.rootLevel(principal) },
      }
    }),
    isNavigation ? [] : storage.favorites(principal),
    viewed !== null && isUuid(viewed) ? ifMissing(storage.item(principal, viewed)) : null,
  ])
  return {
    location: { section, id },
    sorting,
    views: isNavigation
      ? Object.fromEntries([viewKeyOf({ section, id }), rootKey].map((key) => [key, views[key] ?? null]))
      : views,
    listing: compactListing(listing),
    sidebar: levels && sidebarData(levels, favorites),
    usage,
    viewed: viewed === null ? null : { id: viewed, item },
    ...(notFound && { notFound }),
  }
}
