import type { ReactNode } from 'react'
import { useT } from '../../../web/ui.ts'
import { AdminLayout } from '../AdminLayout.tsx'
import { Tabs } from '../Tabs.tsx'

/** How people pay, and who sells. */
export const PaymentsLayout = ({ children }: { children: ReactNode }) => {
  const t = useT()
  return (
    <AdminLayout narrow>
      <Tabs
        label={t('admin:nav.payments')}
        tabs={(['payments', 'billings'] as const).map((tab) => ({
          href: `/admin/payments/${tab}`,
          label: t(`admin:settings.tab.${tab}`),
        }))}
      />
      {children}
    </AdminLayout>
  )
}
