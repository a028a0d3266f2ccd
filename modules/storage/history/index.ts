export { ItemHistoryEntity, ItemHistoryStartEntity } from './server/item-history.entity.ts'
export { beginHistory, deleteHistoryOf, purgeHistory } from './server/purge-history.ts'
export { restorePointRoutes } from './server/restore-points.routes.ts'
export { Rewind } from './server/rewind.ts'
