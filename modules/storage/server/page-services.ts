import type { Db, Principal, Settings } from '../../platform/index.ts'
import {
  type FolderLevel,
  type FolderQuery,
  type Item,
  type Listing,
  type Restriction,
  restrictionsOf,
  type StorageUsage,
  type StoredViews,
} from '../contract.ts'
import type { Entitlements } from '../tree/index.ts'
import { listedItems, ownScope, presentItem, readUsageAndViews } from '../tree/index.ts'
import type { TreeServices } from './tree.ts'

declare module '../../platform/contract.ts' {
  interface PageServices {
    storage: StoragePages
  }
}

/** Used bytes and quota; `limit` null: unlimited. */
interface AccountUsage {
  used: number
  limit: number | null
  restrictions: Restriction[]
}

interface FolderInTree {
  listing: Listing
  root: FolderLevel
  above: Record<string, FolderLevel>
}

declare global {
  namespace Vike {
    interface PageContextServer {
      /** Storage of the signed-in account, asked once for each page. */
      usage: AccountUsage | null
      /** View settings of the signed-in account's folders. */
      views: StoredViews
    }
  }
}

/** Services for server-rendered pages: a signed-in user's own listings, in the shapes of the API. */
interface StoragePages {
  folder(principal: Principal, id: string, query?: FolderQuery): Promise<Listing>
  /** Like `folder`, with the levels of the tree that show it: of the root, and by their ids of the folders above it. */
  folderInTree(principal: Principal, id: string, query: FolderQuery): Promise<FolderInTree>
  /** First folders of the root. */
  rootLevel(principal: Principal): Promise<FolderLevel>
  trash(principal: Principal, id: string, query?: FolderQuery): Promise<Listing>
  recentFiles(principal: Principal, query?: FolderQuery): Promise<Listing>
  /** One active item of the user; 404 otherwise. */
  item(principal: Principal, id: string): Promise<Item>
  favorites(principal: Principal): Promise<Item[]>
  account(userId: string): Promise<{ usage: AccountUsage; views: StoredViews }>
  /** Days for which items stay in the trash; 0: unlimited. */
  trashRetention(): Promise<number>
  /** Usage by kind and traffic, for the storage page. */
  storage(principal: Principal): Promise<StorageUsage>
}

export const createStoragePageServices = (
  tree: TreeServices,
  db: Db,
  entitlements: Entitlements,
  settings: Settings,
): StoragePages => ({
  trashRetention: () => settings.get('trash_retention_days'),
  folder: async (principal, id, query = {}) =>
    tree.browse.folder(await tree.scopes.ofPrincipal(principal, id), id, query),
  trash: (principal, id, query = {}) => tree.browse.trash(ownScope(principal), id, query),
  recentFiles: (principal, query = {}) => tree.recentFiles.list(ownScope(principal), query),
  item: async (principal, id) => (await tree.browse.item(await tree.scopes.ofPrincipal(principal, id), id)).data,
  rootLevel: (principal) => tree.navigation.level(ownScope(principal), 'all'),
  async folderInTree(principal, id, query) {
    const own = ownScope(principal)
    const scope = await tree.scopes.ofPrincipal(principal, id)
    const [listing, root] = await Promise.all([
      tree.browse.folderWithoutAnnotations(scope, id, query),
      tree.navigation.levelWithoutBadges(own, null),
    ])
    const levels = await Promise.all(
      listing.meta.path.map(async (folder) => {
        return [folder.id, await tree.navigation.levelWithoutBadges(scope, folder.id)] as const
      }),
    )
    const nodes = [...listing.meta.path, ...levels.flatMap(([, { data }]) => data)]
    // One query for all: in the caller's own folders, the usual case, both are one scope.
    if (scope.ownerId === own.ownerId) await tree.annotations.put(scope, listedItems(listing), [...root.data, ...nodes])
    else
      await Promise.all([
        tree.annotations.put(own, [], root.data),
        tree.annotations.put(scope, listedItems(listing), nodes),
      ])
    return { listing, root, above: Object.fromEntries(levels) }
  },
  favorites: async ({ userId }) => (await tree.favorites.list(userId)).map((row) => presentItem(row)),
  async account(userId) {
    const [{ used, views }, { limit, ...allowed }] = await Promise.all([
      readUsageAndViews(db, userId),
      entitlements.ofAccount(userId),
    ])
    const restrictions = restrictionsOf(allowed, { used, limit })
    return { usage: { used, limit, restrictions }, views }
  },
  storage: (principal) => tree.storageUsage.report(ownScope(principal)),
})
