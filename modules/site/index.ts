export { createSite, type SiteDeps } from './server/site.module.ts'
