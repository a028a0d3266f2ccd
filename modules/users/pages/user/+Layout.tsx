export { UserLayout as Layout } from '../../ui/settings/UserLayout.tsx'
