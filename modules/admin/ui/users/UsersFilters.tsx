import { Columns3 } from 'lucide-react'
import { Button, Menu, Select, useT } from '../../../web/ui.ts'
import { type UsersState, userColumnIds } from '../../client/users-query.ts'
import { ListSearch } from '../ListSearch.tsx'
import type { ListQuery } from '../useListQuery.ts'

const filters = [
  { name: 'role', values: ['admin', 'user'] },
  { name: 'status', values: ['active', 'suspended'] },
  { name: 'verified', values: ['yes', 'no'] },
] as const

/** Search, filters and columns. Each change loads the list anew, from its first page. */
export const UsersFilters = ({ query, change }: ListQuery<UsersState>) => {
  const t = useT()
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
          className="min-w-36 phone:grow phone:basis-36"
        />
      ))}
      <Menu
        label={t('admin:users.columns')}
        align="end"
        items={userColumnIds.map((id) => ({
          id,
          label: t(`admin:users.column.${id}`),
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
