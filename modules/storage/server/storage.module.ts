import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/index.ts'
import { activityRoutes, exportActivity } from '../activity/index.ts'
import { exportItems } from '../archives/index.ts'
import { Comments, commentPaths, commentRoutes, definePurgeComments, exportComments } from '../comments/index.ts'
import { beginHistory, deleteHistoryOf, restorePointRoutes } from '../history/index.ts'
import { alertAdmins } from '../maintenance/index.ts'
import { itemRoutes, operationRoutes } from '../operations/index.ts'
import { type FindUsers, searchRoutes } from '../search/index.ts'
import type { Entitlements } from '../tree/index.ts'
import {
  browseRoutes,
  ChangeNotifier,
  clearDeletedCreator,
  type FolderChangeNotice,
  favoriteRoutes,
  folderRoutes,
  ownScope,
  purgeAccount,
  ThumbnailNotifier,
  TrafficTotals,
  viewSettingsRoutes,
} from '../tree/index.ts'
import { createWebdav, webdavRoutes } from '../webdav/index.ts'
import { createContentServices } from './content.ts'
import { registerEndedAccess } from './ended-access.ts'
import { storageEntities } from './entities.ts'
import { exportFolders } from './export-folders.ts'
import { storageImporter } from './import-section.ts'
import { keptAfterDeletion } from './kept-after-deletion.ts'
import { createStoragePageServices } from './page-services.ts'
import { rateLimits } from './rate-limits.ts'
import { createTreeServices } from './tree.ts'

interface StorageDeps {
  entitlements: Entitlements
  /** Implements `GET /api/search?filter=users`; without it the result is empty. */
  findUsers?: FindUsers
  /** The first UTC day whose traffic is still to be billed; null: none is. Its rows are kept. */
  unbilledTrafficFrom?(): Promise<string | null>
}

const indexJob = 'make-search-index'

/** Creates the module's services; `routes` registers its endpoints. Call `start` after the migrations. */
export const createStorage = (
  platform: Platform,
  { entitlements, findUsers = async () => [], unbilledTrafficFrom = async () => null }: StorageDeps,
) => {
  const tree = createTreeServices(platform, entitlements)
  const content = createContentServices(platform, entitlements, tree)
  platform.jobs.define(indexJob, () => tree.searchIndex.create())
  platform.events.beforeCommit(async (tx, events) => {
    for (const { name, payload } of events) if (name === 'users.deleted') await clearDeletedCreator(tx, payload.userId)
  })
  platform.events.on('platform.clock.changed', () => alertAdmins(platform, 'storage.deletions.paused', {}))
  registerEndedAccess(platform, {
    operations: tree.operations,
    remote: content.api.remote,
    uploads: content.api.uploads,
  })
  const changes = new ChangeNotifier(platform)
  const comments = new Comments({
    ...platform,
    watchers: changes.watchers,
    limit: rateLimits.commentsPerAccount,
    changeLimit: rateLimits.commentChangesPerAccount,
  })
  definePurgeComments(platform)
  const webdav = createWebdav({
    platform,
    db: platform.db,
    entitlements,
    ...tree,
    ...content.api,
    countEmpty: (ownerId, tx) => platform.limiter.consume(rateLimits.emptyItemsPerAccount, [ownerId], { tx }),
    changed: (change) => changes.record(change),
  })
  content.api.extractions.importers.provide('storage', storageImporter({ ...tree, db: platform.db }))
  const previews = new ThumbnailNotifier(platform, changes.watchers)
  const api = {
    ...tree,
    ...content.api,
    trafficTotals: new TrafficTotals(platform.db, platform.jobs, unbilledTrafficFrom),
    /** Modules that let others see folders register them here, to be listed on their network drives. */
    webdav: webdav.collections,
    locks: webdav.locks,
    /** Another module changed annotations of items in these folders: open tabs refetch them. */
    changed: (change: FolderChangeNotice) => changes.record(change),
  }
  return {
    api,
    entities: storageEntities,
    /** Modules that let other users see folders register them here, to be notified of changes. */
    watchers: changes.watchers,
    /** Purges everything that an account owns. */
    purgeAccount: async (userId: string) => {
      await purgeAccount(platform.db, tree.purge, userId, platform.jobs.signal)
      await deleteHistoryOf(platform.db, userId)
    },
    /** Paths of the comments on those of the items that a user may open, by id; without those in the trash. */
    commentPaths: async (userId: string, ids: readonly string[]) =>
      commentPaths(platform.db, await tree.scopes.latestOf(userId), ids),
    /** Texts about what the deletion of an account leaves in folders of others. */
    keptAfterDeletion: keptAfterDeletion(platform),
    /** Storage and traffic of an account. */
    usageOf: (ownerId: string) => tree.storageUsage.report(ownScope({ userId: ownerId })),
    /** Activity of an account in folders, its comments, view settings and favorites, for its export. */
    exportSection: (userId: string) => ({
      ...exportActivity(platform.db, userId),
      ...exportComments(platform.db, userId),
      ...exportFolders(platform.db, userId),
    }),
    /** Registers a module's import of its lists in an account's export. */
    provideImport: content.api.extractions.importers.provide.bind(content.api.extractions.importers),
    /** Everything that an account owns, for its export. */
    exportItems: (userId: string) => exportItems(platform.db, platform.blobs, userId),
    pages: createStoragePageServices(tree, platform.db, entitlements, platform.settings),
    routes(app: FastifyInstance): void {
      browseRoutes(app, platform, tree)
      activityRoutes(app, tree)
      commentRoutes(app, { comments, scopes: tree.scopes })
      folderRoutes(app, tree)
      itemRoutes(app, platform, tree)
      operationRoutes(app, tree.operations)
      restorePointRoutes(app, tree)
      favoriteRoutes(app, platform, tree.favorites)
      viewSettingsRoutes(app, tree.scopes, tree.viewSettings)
      searchRoutes(app, tree, findUsers)
      content.routes(app)
      webdavRoutes(app, webdav)
    },
    /** `runsJobs` false: another process resumes what an earlier one left. */
    async start({ runsJobs }: { runsJobs: boolean }): Promise<void> {
      await beginHistory(platform.db)
      if (runsJobs && !(await tree.searchIndex.isReady())) await platform.jobs.add(indexJob, {}, { key: indexJob })
      if (runsJobs) await tree.operations.resumeAll()
      tree.folderSizes.start()
      await content.start()
    },
    stop: async () => {
      await changes.stop()
      await tree.folderSizes.stop()
      await content.stop()
      previews.stop()
    },
  }
}

export type Storage = ReturnType<typeof createStorage>
export type StorageApi = Storage['api']
