import type { Db, Principal, Settings } from '../../platform/index.ts'
import {
  type FolderLevel,
  type FolderQuery,
  type Item,
  type Listing,
  type Restriction,
  restrictionsOf,
  type StorageUsage,
} from '../contract.ts'
import type { Entitlements } from '../tree/index.ts'
import { ownScope, presentItem, usedBytes } from '../tree/index.ts'
import type { TreeServices } from './tree.ts'

declare module '../../platform/contract.ts' {
  interface PageServices {
    storage: StoragePages
  }
}

/** Services for server-rendered pages: a signed-in user's own listings, in the shapes of the API. */
export interface StoragePages {
  folder(principal: Principal, id: string, query?: FolderQuery): Promise<Listing>
  trash(principal: Principal, id: string, query?: FolderQuery): Promise<Listing>
  latest(principal: Principal, query?: FolderQuery): Promise<Listing>
  /** One active item of the user; 404 otherwise. */
  item(principal: Principal, id: string): Promise<Item>
  /** First folders of a level; `all` is the root. */
  subfolders(principal: Principal, id: string): Promise<FolderLevel>
  favorites(principal: Principal): Promise<Item[]>
  /** Used bytes and quota; `limit` null: unlimited. */
  usage(principal: Principal): Promise<{ used: number; limit: number | null; restrictions: Restriction[] }>
  /** Days for which items stay in the trash; 0: unlimited. */
  trashRetention(): Promise<number>
  /** Usage by kind and traffic, for the storage page. */
  storage(principal: Principal): Promise<StorageUsage>
}

export const createPageServices = (
  tree: TreeServices,
  db: Db,
  entitlements: Entitlements,
  settings: Settings,
): StoragePages => ({
  trashRetention: () => settings.get('trash_retention_days'),
  folder: async (principal, id, query = {}) =>
    tree.browse.folder(await tree.scopes.ofPrincipal(principal, id), id, query),
  trash: (principal, id, query = {}) => tree.browse.trash(ownScope(principal), id, query),
  latest: (principal, query = {}) => tree.recentFiles.list(ownScope(principal), query),
  item: async (principal, id) => (await tree.browse.item(await tree.scopes.ofPrincipal(principal, id), id)).data,
  subfolders: async (principal, id) => tree.navigation.level(await tree.scopes.ofPrincipal(principal, id), id),
  favorites: async ({ userId }) => (await tree.favorites.list(userId)).map((row) => presentItem(row)),
  async usage({ userId }) {
    const [used, upload, download, folder] = await Promise.all([
      usedBytes(db, userId),
      entitlements.canUpload(userId, 0),
      entitlements.canDownload(userId),
      entitlements.canCreateFolder(userId),
    ])
    const allowed = { canUpload: upload.allowed, canDownload: download.allowed, canCreateFolder: folder.allowed }
    const { limit } = upload
    return { used, limit, restrictions: restrictionsOf({ ...allowed, canCreateTeamFolder: true }, { used, limit }) }
  },
  storage: (principal) => tree.storageUsage.of(ownScope(principal)),
})
