import { Users } from 'lucide-react'
import type { ListState, PageOf, Subscription, SubscriptionFilters } from '../../../billing/contract.ts'
import { Card, EmptyState, useData, useT } from '../../../web/ui.ts'
import { listLinks } from '../../client/list-page.ts'
import { Pager } from '../Pager.tsx'
import type { PlanPageData } from './PlanLayout.tsx'
import { SubscriptionsTable } from './SubscriptionsTable.tsx'

interface SubscribersData {
  state: ListState<SubscriptionFilters>
  list: PageOf<Subscription>
}

/** Present and former subscribers of the plan. */
export const SubscribersPage = () => {
  const t = useT()
  const { plan, state, list } = useData<PlanPageData & SubscribersData>()
  const title = t('admin:plan.tab.subscribers')
  const { type } = plan.attributes
  return (
    <Card title={title} flush>
      {list.rows.length > 0 ? (
        <SubscriptionsTable label={title} subscriptions={list.rows} metered={type === 'metered'} inCard />
      ) : (
        <EmptyState icon={Users} title={t('admin:plan.noSubscribers')} text={t('admin:plan.noSubscribersText')} />
      )}
      <Pager {...listLinks(`/admin/plan/${plan.id}/${type}/subscribers`, state, list)} />
    </Card>
  )
}
