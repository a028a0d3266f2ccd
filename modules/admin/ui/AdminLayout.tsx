import type { ReactNode } from 'react'
import { ConfirmationProvider } from '../../users/ui.ts'
import { AppShell, useT } from '../../web/ui.ts'
import { AdminSidebar } from './AdminSidebar.tsx'

/** The administrators' area: navigation at the side, one centered column. Sensitive actions ask for the password. */
export const AdminLayout = ({ children }: { children: ReactNode }) => {
  const t = useT()
  return (
    <AppShell
      header={<p className="text-16 font-semibold">{t('web:shell.section.admin')}</p>}
      sidebar={<AdminSidebar />}
      sidebarLabel={t('web:shell.section.admin')}
    >
      <div className="roomy grow bg-page phone:bg-surface">
        <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 pt-6 pb-16 sm:px-6">
          <ConfirmationProvider>{children}</ConfirmationProvider>
        </div>
      </div>
    </AppShell>
  )
}
