import { Package, Plus } from 'lucide-react'
import type { ListState, PageOf, Plan, PlanFilters } from '../../../billing/contract.ts'
import { EmptyState, LinkButton, useData, useT } from '../../../web/ui.ts'
import { listLinks } from '../../client/list-page.ts'
import { AdminHeading } from '../AdminHeading.tsx'
import { ListFilters } from '../ListFilters.tsx'
import { Pager } from '../Pager.tsx'
import { PlansTable } from './PlansTable.tsx'
import { SyncPlansButton } from './SyncPlansButton.tsx'

export interface PlansPageData {
  /** Type of the plans that can be created. */
  type: 'fixed' | 'metered'
  /** The metered plan that accounts are billed by. */
  metered: { id: string } | null
  state: ListState<PlanFilters>
  list: PageOf<Plan>
}

const path = '/admin/plans'
const statuses = ['active', 'archived'] as const

/** `/admin/plans`: the plans that users may subscribe to. */
export const PlansPage = () => {
  const t = useT()
  const { type, metered, state, list } = useData<PlansPageData>()
  const title = t('admin:plans.title')
  const create = `/admin/plan/create/${type}`
  const { search, status } = state
  const isNarrowed = Boolean(search || status)
  const hasPlans = list.total > 0 || isNarrowed
  const canCreate = type === 'fixed' || !metered
  return (
    <>
      <AdminHeading title={title} text={t(`admin:plans.text.${type}`)}>
        {type === 'fixed' && hasPlans && <SyncPlansButton />}
        {canCreate && hasPlans && (
          <LinkButton href={create} variant="solid" icon={Plus}>
            {t('admin:plans.create')}
          </LinkButton>
        )}
      </AdminHeading>
      <section aria-label={title} className="rounded-lg border border-line bg-surface">
        {hasPlans && (
          <ListFilters
            path={path}
            filters={{ search, status }}
            searchLabel={t('admin:billing.searchPlans')}
            choices={[
              {
                name: 'status',
                label: t('admin:plans.column.status'),
                all: t('admin:users.filter.statusAll'),
                options: statuses.map((value) => ({ value, label: t(`admin:plans.status.${value}`) })),
              },
            ]}
          />
        )}
        {list.rows.length > 0 && <PlansTable plans={list.rows} />}
        {list.rows.length === 0 && isNarrowed && (
          <EmptyState icon={Package} title={t('admin:billing.noneFound')} text={t('admin:users.noneText')} />
        )}
        {!hasPlans && (
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
        <Pager {...listLinks(path, state, list)} />
      </section>
    </>
  )
}
