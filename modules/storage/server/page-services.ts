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

/** Storage as pages see it: a signed-in person's own lists, in the shapes the API answers with. */
export interface StoragePages {
  folder(principal: Principal, id: string, query?: FolderQuery): Promise<Listing>
  trash(principal: Principal, id: string, query?: FolderQuery): Promise<Listing>
  latest(principal: Principal, query?: FolderQuery): Promise<Listing>
  /** One live item; 404 when it is not theirs. */
  item(principal: Principal, id: string): Promise<Item>
  /** The first folders of a level; `all` is the root. */
  subfolders(principal: Principal, id: string): Promise<FolderLevel>
  favorites(principal: Principal): Promise<Item[]>
  /** Bytes in use, and of how many; `limit` null: no limit. */
  usage(principal: Principal): Promise<{ used: number; limit: number | null; restrictions: Restriction[] }>
  /** Days after which the trash is emptied by itself; 0: never. */
  trashRetention(): Promise<number>
  /** Kinds and traffic, for the storage page. */
  storage(principal: Principal): Promise<StorageUsage>
}

export const createPageServices = (
  tree: TreeServices,
  db: Db,
  entitlements: Entitlements,
  settings: Settings,
): StoragePages => ({
  trashRetention: () => settings.get('trash_retention_days'),
  folder: (principal, id, query = {}) => tree.browse.folder(ownScope(principal), id, query),
  trash: (principal, id, query = {}) => tree.browse.trash(ownScope(principal), id, query),
  latest: (principal, query = {}) => tree.recentFiles.list(ownScope(principal), query),
  item: async (principal, id) => (await tree.browse.item(ownScope(principal), id)).data,
  subfolders: (principal, id) => tree.navigation.level(ownScope(principal), id),
  favorites: async ({ userId }) => (await tree.favorites.list(userId)).map((row) => presentItem(row)),
  async usage({ userId }) {
    const [used, upload, download, folder] = await Promise.all([
      usedBytes(db, userId),
      entitlements.canUpload(userId, 0),
      entitlements.canDownload(userId),
      entitlements.canCreateFolder(userId),
    ])
    const may = { canUpload: upload.allowed, canDownload: download.allowed, canCreateFolder: folder.allowed }
    const { limit } = upload
    return { used, limit, restrictions: restrictionsOf({ ...may, canCreateTeamFolder: true }, { used, limit }) }
  },
  storage: (principal) => tree.storageUsage.of(ownScope(principal)),
})
