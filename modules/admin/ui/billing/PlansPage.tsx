import { Package, Plus } from 'lucide-react'
import type { Plan } from '../../../billing/contract.ts'
import type { AdminList } from '../../../billing/index.ts'
import { EmptyState, LinkButton, useData, useT } from '../../../web/ui.ts'
import { listLinks } from '../../client/list-page.ts'
import { AdminHeading } from '../AdminHeading.tsx'
import { Pager } from '../Pager.tsx'
import { PlansTable } from './PlansTable.tsx'
import { SyncPlansButton } from './SyncPlansButton.tsx'

export interface PlansPageData {
  /** Of the plans that can be created. */
  type: 'fixed' | 'metered'
  /** The metered plan that accounts are billed by. */
  metered: { id: string } | null
  list: AdminList<Plan>
}

/** `/admin/plans`: what users may subscribe to. */
export const PlansPage = () => {
  const t = useT()
  const { type, metered, list } = useData<PlansPageData>()
  const title = t('admin:plans.title')
  const create = `/admin/plan/create/${type}`
  const canCreate = type === 'fixed' || !metered
  return (
    <>
      <AdminHeading title={title} text={t(`admin:plans.text.${type}`)}>
        {type === 'fixed' && list.total > 0 && <SyncPlansButton />}
        {canCreate && list.total > 0 && (
          <LinkButton href={create} variant="solid" icon={Plus}>
            {t('admin:plans.create')}
          </LinkButton>
        )}
      </AdminHeading>
      <section aria-label={title} className="rounded-lg border border-line bg-surface">
        {list.rows.length > 0 ? (
          <PlansTable plans={list.rows} />
        ) : (
          <EmptyState
            icon={Package}
            title={t('admin:plans.none')}
            text={t(`admin:plans.noneText.${type}`)}
            actions={
              <LinkButton href={create} variant="solid" icon={Plus}>
                {t('admin:plans.createFirst')}
              </LinkButton>
            }
          />
        )}
        <Pager {...listLinks('/admin/plans', list)} shown={list.rows.length} total={list.total} />
      </section>
    </>
  )
}
