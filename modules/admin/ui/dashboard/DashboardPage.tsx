import type { AdminTransaction } from '../../../billing/contract.ts'
import { Callout, LinkButton, useData, useT } from '../../../web/ui.ts'
import type { Dashboard, Health, NewestUsers } from '../../contract.ts'
import { AdminHeading } from '../AdminHeading.tsx'
import { Figures } from './Figures.tsx'
import { HealthCard } from './HealthCard.tsx'
import { NewestTransactionsCard } from './NewestTransactionsCard.tsx'
import { NewestUsersCard } from './NewestUsersCard.tsx'
import { TrafficCards } from './TrafficCards.tsx'

export interface DashboardData {
  dashboard: Dashboard
  newest: NewestUsers
  health: Health
  /** Null while accounts are not billed. */
  transactions: AdminTransaction[] | null
  /** Accounts are metered, but there is no plan to charge them by. */
  lacksPlan: boolean
}

/** `/admin/dashboard`: whether the installation is well, and its figures. */
export const DashboardPage = () => {
  const t = useT()
  const { dashboard, newest, health, transactions, lacksPlan } = useData<DashboardData>()
  return (
    <>
      <AdminHeading title={t('admin:dashboard.title')}>
        <LinkButton href="/admin/users">{t('admin:dashboard.allUsers')}</LinkButton>
      </AdminHeading>
      {lacksPlan && (
        <Callout
          tone="warning"
          title={t('admin:payments.noMeteredPlan')}
          actions={<LinkButton href="/admin/plan/create/metered">{t('admin:plans.create')}</LinkButton>}
        >
          {t('admin:plans.noneText.metered')}
        </Callout>
      )}
      <Figures dashboard={dashboard} />
      <HealthCard initial={health} />
      <TrafficCards disk={dashboard.disk} />
      <NewestUsersCard users={newest} />
      {transactions && <NewestTransactionsCard transactions={transactions} />}
    </>
  )
}
