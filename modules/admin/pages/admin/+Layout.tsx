export { AdminLayout as Layout } from '../../ui/AdminLayout.tsx'
