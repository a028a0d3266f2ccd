export { offlineRoutes } from './server/offline.routes.ts'
