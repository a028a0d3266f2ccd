import type { ReactNode } from 'react'
import type { Plan } from '../../../billing/contract.ts'
import { Badge, PageTabs, useData, useT } from '../../../web/ui.ts'
import { AdminLayout } from '../AdminLayout.tsx'
import { usePlanTexts } from './usePlanTexts.ts'

export interface PlanPageData {
  plan: Plan
}

/** Layout of the pages of one plan: its name above, then the tabs. An archived plan cannot be deleted again. */
export const PlanLayout = ({ children }: { children: ReactNode }) => {
  const t = useT()
  const { plan } = useData<PlanPageData>()
  const { price } = usePlanTexts()
  const { name, status, type, visible } = plan.attributes
  const tabs = (['settings', 'subscribers', 'delete'] as const).filter((tab) => tab !== 'delete' || status === 'active')
  return (
    <AdminLayout narrow>
      <a href="/admin/plans" className="self-start text-14 text-muted">
        {t('admin:plan.back')}
      </a>
      <div className="min-w-0">
        <h1 className="flex flex-wrap items-center gap-2 text-20 font-semibold outline-none">
          <span className="min-w-0 truncate">{name}</span>
          {status === 'archived' && <Badge>{t('admin:plans.status.archived')}</Badge>}
          {status === 'active' && type === 'fixed' && !visible && <Badge>{t('admin:plan.hidden')}</Badge>}
        </h1>
        <p className="text-small text-muted tabular-nums">{price(plan)}</p>
      </div>
      <PageTabs
        label={t('admin:plan.tabs')}
        tabs={tabs.map((tab) => ({ href: `/admin/plan/${plan.id}/${type}/${tab}`, label: t(`admin:plan.tab.${tab}`) }))}
      />
      {children}
    </AdminLayout>
  )
}
