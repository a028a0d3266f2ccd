import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/index.ts'
import { itemRoutes, operationRoutes } from '../operations/index.ts'
import { type FindUsers, searchRoutes } from '../search/index.ts'
import type { Entitlements } from '../tree/index.ts'
import {
  browseRoutes,
  type Change,
  ChangeNotifier,
  favoriteRoutes,
  folderRoutes,
  ThumbnailNotifier,
} from '../tree/index.ts'
import { createContentServices } from './content.ts'
import { storageEntities } from './entities.ts'
import { createPageServices } from './page-services.ts'
import { createTreeServices } from './tree.ts'

export interface StorageDeps {
  entitlements: Entitlements
  /** Answers `GET /api/search?filter=users`; without it nobody is found. */
  findUsers?: FindUsers
}

const indexJob = 'make-search-index'

/** The module's services over one platform; `routes` registers its endpoints, `start` its jobs (after migrations). */
export const createStorage = (platform: Platform, { entitlements, findUsers = async () => [] }: StorageDeps) => {
  const tree = createTreeServices(platform, entitlements)
  const content = createContentServices(platform, entitlements, tree)
  platform.jobs.define(indexJob, () => tree.searchIndex.create())
  const changes = new ChangeNotifier(platform)
  const previews = new ThumbnailNotifier(platform, changes.watchers)
  const api = {
    ...tree,
    ...content.api,
    /** What others know of the items in these folders has changed: open tabs fetch them again. */
    changed: (change: Change) => changes.record(change),
  }
  return {
    api,
    entities: storageEntities,
    /** Modules that let others see folders add who they are: they are told of changes. */
    watchers: changes.watchers,
    pages: createPageServices(tree, platform.db, entitlements, platform.settings),
    routes(app: FastifyInstance): void {
      browseRoutes(app, platform, tree)
      folderRoutes(app, tree.folders)
      itemRoutes(app, platform, tree)
      operationRoutes(app, tree.operations)
      favoriteRoutes(app, platform, tree.favorites)
      searchRoutes(app, tree.search, findUsers)
      content.routes(app)
    },
    async start(): Promise<void> {
      if (!(await tree.searchIndex.isReady())) await platform.jobs.add(indexJob, {}, { key: indexJob })
      await tree.operations.resume(true)
      tree.folderSizes.start()
      await content.start()
    },
    stop: async () => {
      changes.stop()
      await tree.folderSizes.stop()
      await content.stop()
      previews.stop()
    },
  }
}

export type Storage = ReturnType<typeof createStorage>
export type StorageApi = Storage['api']
