import type { Platform } from '../../platform/index.ts'
import { ActivityLog } from '../activity/index.ts'
import { Rewind } from '../history/index.ts'
import { BulkOperations, Copy, Move, Operations, Relocation, Removals, Restore } from '../operations/index.ts'
import { GrantRegistry } from '../remote-upload/index.ts'
import { PathFinder, Search, SearchIndex } from '../search/index.ts'
import type { Entitlements } from '../tree/index.ts'
import {
  Browse,
  Favorites,
  FolderSizes,
  Folders,
  ItemAnnotations,
  Navigation,
  Purge,
  RecentFiles,
  RequestScopes,
  StorageUsageReport,
  Trash,
  ViewSettingsStore,
} from '../tree/index.ts'
import { rateLimits } from './rate-limits.ts'

/** Services of the tree. The first parameter of each call is the scope of its caller. */
export const createTreeServices = (
  { blobs, db, events, limiter, settings, jobs, log, realtime }: Platform,
  entitlements: Entitlements,
) => {
  const purge = new Purge(db, events)
  const searchIndex = new SearchIndex(db)
  const grants = new GrantRegistry()
  const operations = new Operations({ db, events, realtime, jobs, entitlements, grants, purge, blobs, log })
  const trash = new Trash(db, purge)
  const annotations = new ItemAnnotations()
  const moves = new Move(db)
  const folders = new Folders(db, entitlements, settings, blobs)
  return {
    activity: new ActivityLog({ db, events, settings, jobs }),
    annotations,
    grants,
    scopes: new RequestScopes(db),
    browse: new Browse(db, annotations),
    recentFiles: new RecentFiles(db, annotations),
    navigation: new Navigation(db, annotations),
    favorites: new Favorites(db, realtime),
    folders,
    folderSizes: new FolderSizes({ db, events, jobs, log }),
    moves,
    relocation: new Relocation({ db, moves, folders, trash, annotations }),
    copies: new Copy({
      db,
      entitlements,
      operations,
      blobs,
      countItems: (ownerId, by, tx) => limiter.consume(rateLimits.copiedItemsPerAccount, [ownerId], { by, tx }),
    }),
    operations,
    bulk: new BulkOperations(db, operations, trash),
    trash,
    removals: new Removals(trash),
    restore: new Restore(db),
    rewind: new Rewind({
      db,
      settings,
      operations,
      count: (userId) => limiter.consume(rateLimits.restorePointsPerAccount, [userId]),
    }),
    purge,
    storageUsage: new StorageUsageReport(db, entitlements),
    paths: new PathFinder(db, searchIndex),
    search: new Search(db, searchIndex, annotations, () => settings.get('content_search')),
    searchIndex,
    viewSettings: new ViewSettingsStore(db, realtime),
  }
}

export type TreeServices = ReturnType<typeof createTreeServices>
