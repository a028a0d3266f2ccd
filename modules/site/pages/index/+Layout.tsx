export { SiteLayout as Layout } from '../../ui/SiteLayout.tsx'
