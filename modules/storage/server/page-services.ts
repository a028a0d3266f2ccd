import type { Principal, Translate } from '../../platform/index.ts'
import type { FolderQuery, Item, Latest, Listing, NavigationTree } from '../contract.ts'
import type { Tree } from './api.ts'
import { presentItem } from './item.resource.ts'
import { ownScope } from './scope.ts'

declare module '../../platform/contract.ts' {
  interface PageServices {
    storage: StoragePages
  }
}

/** Storage as pages see it: a signed-in person's own lists, in the shapes the API answers with. */
export interface StoragePages {
  folder(principal: Principal, id: string, query?: FolderQuery): Promise<Listing>
  trash(principal: Principal, id: string, query?: FolderQuery): Promise<Listing>
  latest(principal: Principal, query?: FolderQuery): Promise<Latest>
  navigation(principal: Principal, t: Translate): Promise<NavigationTree[]>
  favourites(principal: Principal): Promise<Item[]>
}

export const createPageServices = (tree: Tree): StoragePages => ({
  folder: (principal, id, query = {}) => tree.browse.folder(ownScope(principal), id, query),
  trash: (principal, id, query = {}) => tree.browse.trash(ownScope(principal), id, query),
  latest: (principal, query = {}) => tree.latest.list(ownScope(principal), query),
  navigation: (principal, t) => tree.navigation.tree(ownScope(principal), t),
  favourites: async ({ userId }) => (await tree.favourites.list(userId)).map((row) => presentItem(row)),
})
