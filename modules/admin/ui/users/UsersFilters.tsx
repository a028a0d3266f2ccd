import { Columns3 } from 'lucide-react'
import { Button, Menu, Select, usePageContext, useT } from '../../../web/ui.ts'
import { availableColumns, type UsersState, userColumnIds } from '../../client/users-query.ts'
import { ListSearch } from '../ListSearch.tsx'
import type { ListQuery } from '../useListQuery.ts'
import { columnTitle } from './column-title.ts'

const filters = [
  { name: 'role', values: ['admin', 'user'] },
  { name: 'status', values: ['active', 'suspended'] },
  { name: 'verified', values: ['yes', 'no'] },
] as const

interface Props extends ListQuery<UsersState> {
  /** Fixed plans; empty with another engine of billing. */
  plans: readonly { id: string; name: string }[]
}

/** Search, filters and columns. Each change reloads the list from its first page. */
export const UsersFilters = ({ query, change, plans }: Props) => {
  const t = useT()
  const { engine } = usePageContext()
  const subscriptions = [
    { value: '', label: t('admin:users.filter.subscriptionAll') },
    { value: 'none', label: t('admin:userBilling.free') },
    ...(['active', 'cancelled'] as const).map((value) => ({ value, label: t(`admin:subscriptions.status.${value}`) })),
  ]
  return (
    <div className="flex flex-wrap items-end gap-2 border-b border-line p-3 sm:px-4">
      <ListSearch
        label={t('admin:users.search')}
        value={query.search ?? ''}
        onSearch={(search) => change({ search: search || undefined, cursor: undefined }, { replace: true })}
      />
      {filters.map(({ name, values }) => (
        <Select
          key={name}
          label={t(`admin:users.filter.${name}`)}
          hideLabel
          value={query[name] ?? ''}
          options={[
            { value: '', label: t(`admin:users.filter.${name}All`) },
            ...values.map((value) => ({ value, label: t(`admin:users.${name}.${value}`) })),
          ]}
          onValue={(value) => change({ [name]: value || undefined, cursor: undefined })}
          className="min-w-36 max-w-full phone:grow"
        />
      ))}
      {engine === 'fixed' && (
        <Select
          label={t('admin:users.filter.subscription')}
          hideLabel
          value={query.subscription ?? ''}
          options={subscriptions}
          onValue={(value) =>
            change({ subscription: (value || undefined) as UsersState['subscription'], cursor: undefined })
          }
          className="min-w-36 max-w-full phone:grow"
        />
      )}
      {plans.length > 0 && (
        <Select
          label={t('admin:users.column.plan')}
          hideLabel
          value={query.plan ?? ''}
          options={[
            { value: '', label: t('admin:users.filter.planAll') },
            ...plans.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onValue={(plan) => change({ plan: plan || undefined, cursor: undefined })}
          className="min-w-36 max-w-full phone:grow"
        />
      )}
      <Menu
        label={t('admin:users.columns')}
        align="end"
        items={availableColumns(userColumnIds, engine).map((id) => ({
          id,
          label: columnTitle(t, id, engine),
          checked: query.columns.includes(id),
          onSelect: () => {
            const columns = userColumnIds.filter((other) => (other === id) !== query.columns.includes(other))
            change({ columns })
          },
        }))}
      >
        <Button icon={Columns3}>{t('admin:users.columns')}</Button>
      </Menu>
    </div>
  )
}
