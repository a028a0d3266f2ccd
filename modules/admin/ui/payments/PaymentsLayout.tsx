import type { ReactNode } from 'react'
import { PageTabs, useT } from '../../../web/ui.ts'
import { AdminLayout } from '../AdminLayout.tsx'

/** Layout of the pages about payments and about the seller's details. */
export const PaymentsLayout = ({ children }: { children: ReactNode }) => {
  const t = useT()
  return (
    <AdminLayout narrow>
      <PageTabs
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
