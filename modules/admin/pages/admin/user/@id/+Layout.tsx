export { AdminUserLayout as Layout } from '../../../../ui/users/AdminUserLayout.tsx'
