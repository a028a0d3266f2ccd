export { siteSettings } from './server/settings.ts'
export { createSite, type SiteDeps } from './server/site.module.ts'
