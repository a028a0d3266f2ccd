import type { ReactNode } from 'react'
import { ConfirmationProvider } from '../../users/ui.ts'
import { AppShell, cx, useT } from '../../web/ui.ts'
import { AdminSidebar } from './AdminSidebar.tsx'

/**
 * The administrators' area: navigation at the side, one centered column; `narrow` for forms. Sensitive actions ask for
 * the password.
 */
export const AdminLayout = ({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) => {
  const t = useT()
  return (
    <AppShell
      header={<p className="text-16 font-semibold">{t('web:shell.section.admin')}</p>}
      sidebar={<AdminSidebar />}
      sidebarLabel={t('web:shell.section.admin')}
    >
      <div className="roomy grow bg-page phone:bg-surface">
        <div
          className={cx(
            'mx-auto flex w-full flex-col gap-6 px-4 pt-6 pb-16 sm:px-6',
            narrow ? 'max-w-3xl' : 'max-w-6xl',
          )}
        >
          <ConfirmationProvider>{children}</ConfirmationProvider>
        </div>
      </div>
    </AppShell>
  )
}
