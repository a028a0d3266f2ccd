import { Callout, LinkButton, useData, usePageContext, useT } from '../../../web/ui.ts'
import type { Overview } from '../../contract.ts'
import { AdminHeading } from '../AdminHeading.tsx'
import { DashboardFigures } from './DashboardFigures.tsx'
import { HealthCard } from './HealthCard.tsx'
import { NewestTransactionsCard } from './NewestTransactionsCard.tsx'
import { NewestUsersCard } from './NewestUsersCard.tsx'
import { TrafficCards } from './TrafficCards.tsx'
import { UnavailableCard } from './UnavailableCard.tsx'

/** `/admin/dashboard`: health and figures of the installation. */
export const DashboardPage = () => {
  const t = useT()
  const { dashboard, newest, health, reports, transactions, lacksPlan } = useData<Overview>()
  const { engine } = usePageContext()
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
      {reports !== null && reports > 0 && (
        <Callout
          tone="warning"
          title={t('admin:dashboard.reports', { count: reports })}
          actions={<LinkButton href="/admin/reports">{t('admin:dashboard.showReports')}</LinkButton>}
        >
          {t('admin:reports.text')}
        </Callout>
      )}
      {dashboard ? (
        <DashboardFigures dashboard={dashboard} />
      ) : (
        <UnavailableCard title={t('admin:dashboard.figures')} />
      )}
      <HealthCard initial={health} />
      {dashboard?.disk.upload && <TrafficCards disk={dashboard.disk} />}
      {newest ? <NewestUsersCard users={newest} /> : <UnavailableCard title={t('admin:dashboard.newest')} />}
      {engine !== 'none' &&
        (transactions ? (
          <NewestTransactionsCard transactions={transactions} />
        ) : (
          <UnavailableCard title={t('admin:dashboard.transactions')} />
        ))}
    </>
  )
}
