import { Repeat } from 'lucide-react'
import type { Subscription } from '../../../billing/contract.ts'
import type { AdminList } from '../../../billing/index.ts'
import { EmptyState, formatNumber, useData, usePageContext, useT } from '../../../web/ui.ts'
import { listLinks } from '../../client/list-page.ts'
import { AdminHeading } from '../AdminHeading.tsx'
import { Pager } from '../Pager.tsx'
import { SubscriptionsTable } from './SubscriptionsTable.tsx'

/** `/admin/subscriptions`: who is subscribed to which plan, the newest first. */
export const SubscriptionsPage = () => {
  const t = useT()
  const { locale } = usePageContext()
  const list = useData<AdminList<Subscription>>()
  const title = t('admin:subscriptions.title')
  return (
    <>
      <AdminHeading
        title={title}
        text={t('admin:subscriptions.count', { count: list.total, number: formatNumber(list.total, locale) })}
      />
      <section aria-label={title} className="rounded-lg border border-line bg-surface">
        {list.rows.length > 0 ? (
          <SubscriptionsTable label={title} subscriptions={list.rows} />
        ) : (
          <EmptyState icon={Repeat} title={t('admin:subscriptions.none')} text={t('admin:subscriptions.noneText')} />
        )}
        <Pager {...listLinks('/admin/subscriptions', list)} shown={list.rows.length} total={list.total} />
      </section>
    </>
  )
}
