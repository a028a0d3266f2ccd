export { UserLayout as Layout } from '../../../../ui/users/UserLayout.tsx'
