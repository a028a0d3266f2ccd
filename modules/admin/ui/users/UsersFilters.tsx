import { Columns3 } from 'lucide-react'
import { navigate } from 'vike/client/router'
import { Button, Menu, Select, useT } from '../../../web/ui.ts'
import { type UsersState, userColumnIds, usersHref } from '../../client/users-query.ts'
import { ListSearch } from '../ListSearch.tsx'

const filters = [
  { name: 'role', values: ['admin', 'user'] },
  { name: 'status', values: ['active', 'suspended'] },
  { name: 'verified', values: ['yes', 'no'] },
] as const

const go = (state: UsersState, replace = false) =>
  navigate(usersHref(state), { keepScrollPosition: true, overwriteLastHistoryEntry: replace })

/** Search, filters and columns. Each change loads the list anew, from its first page. */
export const UsersFilters = ({ state }: { state: UsersState }) => {
  const t = useT()
  return (
    <div className="flex flex-wrap items-end gap-2 border-b border-line p-3 sm:px-4">
      <ListSearch
        label={t('admin:users.search')}
        value={state.search ?? ''}
        onSearch={(search) => void go({ ...state, search: search || undefined, cursor: undefined }, true)}
      />
      {filters.map(({ name, values }) => (
        <Select
          key={name}
          label={t(`admin:users.filter.${name}`)}
          hideLabel
          value={state[name] ?? ''}
          options={[
            { value: '', label: t(`admin:users.filter.${name}All`) },
            ...values.map((value) => ({ value, label: t(`admin:users.${name}.${value}`) })),
          ]}
          onValue={(value) => void go({ ...state, [name]: value || undefined, cursor: undefined })}
          className="min-w-36 phone:grow phone:basis-36"
        />
      ))}
      <Menu
        label={t('admin:users.columns')}
        align="end"
        items={userColumnIds.map((id) => ({
          id,
          label: t(`admin:users.column.${id}`),
          checked: state.columns.includes(id),
          onSelect: () => {
            const columns = userColumnIds.filter((other) => (other === id) !== state.columns.includes(other))
            void go({ ...state, columns })
          },
        }))}
      >
        <Button icon={Columns3}>{t('admin:users.columns')}</Button>
      </Menu>
    </div>
  )
}
