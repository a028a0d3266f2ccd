import type { ReactNode } from 'react'
import { AdminLayout } from '../../../../ui/AdminLayout.tsx'

export const Layout = ({ children }: { children: ReactNode }) => <AdminLayout narrow>{children}</AdminLayout>
