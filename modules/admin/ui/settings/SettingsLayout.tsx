import type { ReactNode } from 'react'
import { PageTabs, useT } from '../../../web/ui.ts'
import { AdminLayout } from '../AdminLayout.tsx'

/** Tabs of the settings, in their order. */
const tabs = ['others', 'sign-in', 'appearance', 'index', 'adsense', 'environment', 'server'] as const

export const SettingsLayout = ({ children }: { children: ReactNode }) => {
  const t = useT()
  return (
    <AdminLayout narrow>
      <PageTabs
        label={t('admin:settings.title')}
        tabs={tabs.map((tab) => ({ href: `/admin/settings/${tab}`, label: t(`admin:settings.tab.${tab}`) }))}
      />
      {children}
    </AdminLayout>
  )
}
