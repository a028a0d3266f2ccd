import { Download, Repeat } from 'lucide-react'
import type { ListState, PageOf, Subscription, SubscriptionFilters } from '../../../billing/contract.ts'
import { EmptyState, LinkButton, useData, usePageContext, useT } from '../../../web/ui.ts'
import { listHref, listLinks } from '../../client/list-page.ts'
import { AdminHeading } from '../AdminHeading.tsx'
import { ListFilters } from '../ListFilters.tsx'
import { formatCount, Pager } from '../Pager.tsx'
import { SubscriptionsTable } from './SubscriptionsTable.tsx'

export interface SubscriptionsPageData {
  state: ListState<SubscriptionFilters>
  list: PageOf<Subscription>
}

const path = '/admin/subscriptions'
const csvPath = '/api/subscriptions/admin/export.csv'
const statuses = ['active', 'cancelled', 'completed'] as const

/** `/admin/subscriptions`: subscriptions with their user and plan, the newest first. */
export const SubscriptionsPage = () => {
  const t = useT()
  const { locale } = usePageContext()
  const { state, list } = useData<SubscriptionsPageData>()
  const { cursor: _, from: __, ...filters } = state
  const { total, totalIsMinimum } = list
  const title = t('admin:subscriptions.title')
  const isNarrowed = Object.values(filters).some(Boolean)
  return (
    <>
      <AdminHeading
        title={title}
        text={t('admin:subscriptions.count', {
          count: total,
          replace: { count: formatCount(total, totalIsMinimum, locale) },
        })}
      >
        <LinkButton href={listHref(csvPath, filters)} icon={Download} download>
          {t('admin:users.csv')}
        </LinkButton>
      </AdminHeading>
      <section aria-label={title} className="rounded-lg border border-line bg-surface">
        <ListFilters
          path={path}
          filters={filters}
          hasDays
          searchLabel={t('admin:users.search')}
          choices={[
            {
              name: 'status',
              label: t('admin:subscriptions.column.status'),
              all: t('admin:users.filter.statusAll'),
              options: statuses.map((value) => ({ value, label: t(`admin:subscriptions.status.${value}`) })),
            },
          ]}
        />
        {list.rows.length > 0 ? (
          <SubscriptionsTable label={title} subscriptions={list.rows} />
        ) : (
          <EmptyState
            icon={Repeat}
            title={t(isNarrowed ? 'admin:billing.noneFound' : 'admin:subscriptions.none')}
            text={t(isNarrowed ? 'admin:users.noneText' : 'admin:subscriptions.noneText')}
          />
        )}
        <Pager {...listLinks(path, state, list)} />
      </section>
    </>
  )
}
