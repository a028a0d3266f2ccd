import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/index.ts'
import { createTree } from './api.ts'
import { createBytes } from './bytes.ts'
import { storageEntities } from './entities/index.ts'
import type { Gates } from './gates.ts'
import { createPageServices } from './page-services.ts'
import { browseRoutes } from './routes/browse.routes.ts'
import { favouriteRoutes } from './routes/favourites.routes.ts'
import { itemRoutes } from './routes/items.routes.ts'

export interface StorageDeps {
  gates: Gates
}

/** The module's services over one platform; `routes` registers its endpoints, `start` its jobs (after migrations). */
export const createStorage = (platform: Platform, { gates }: StorageDeps) => {
  const tree = createTree(platform, gates)
  const bytes = createBytes(platform, gates, tree)
  const api = { ...tree, ...bytes.api }
  return {
    api,
    entities: storageEntities,
    pages: createPageServices(tree, platform.db, gates),
    routes(app: FastifyInstance): void {
      browseRoutes(app, platform, tree)
      itemRoutes(app, platform, tree)
      favouriteRoutes(app, platform, tree)
      bytes.routes(app)
    },
    start: bytes.start,
    stop: bytes.stop,
  }
}

export type Storage = ReturnType<typeof createStorage>
export type StorageApi = Storage['api']
