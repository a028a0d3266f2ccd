import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { firstDirection } from '../../../shared/contract.ts'
import { Checkbox, Icon, usePageContext, useT } from '../../../web/ui.ts'
import { availableColumns, toggleSort, type UserColumn, type UsersState, usersHref } from '../../client/users-query.ts'
import type { AdminUser, UserSort } from '../../contract.ts'
import { HeadCell, TableBox, TableCell, WideCell } from '../Table.tsx'
import { columnTitle } from './column-title.ts'
import { UserCell } from './UserCell.tsx'
import { UserName } from './UserName.tsx'

interface Props {
  users: readonly AdminUser[]
  state: UsersState
  /** The query that was requested last. */
  query: UsersState
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
}

/** Column → field by which it sorts; the others do not sort. */
const sorts: Partial<Record<UserColumn, UserSort>> = { role: 'role', used: 'used', created_at: 'created_at' }
const atEnd: readonly UserColumn[] = ['used', 'capacity', 'created_at']

export const UsersTable = ({ users, state, query, selected, onSelect }: Props) => {
  const t = useT()
  const { engine } = usePageContext()
  const columns = availableColumns(state.columns, engine)
  const isAtEnd = (id: UserColumn) => atEnd.includes(id) || (id === 'plan' && engine === 'metered')
  const all = users.every(({ id }) => selected.has(id))
  const toggle = (id: string, isOn: boolean) => {
    const next = new Set(selected)
    if (isOn) next.add(id)
    else next.delete(id)
    onSelect(next)
  }
  return (
    <TableBox label={t('admin:users.title')}>
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className="w-11 ps-4">
            <Checkbox
              label={t('admin:users.selectAll')}
              hideLabel
              checked={all}
              onValue={(isOn) => {
                const ids = new Set(users.map(({ id }) => id))
                onSelect(isOn ? selected.union(ids) : selected.difference(ids))
              }}
            />
          </th>
          <SortHead state={state} query={query} sort="name">
            {t('admin:users.column.user')}
          </SortHead>
          {columns.map((id) => (
            <SortHead key={id} state={state} query={query} sort={sorts[id]} end={isAtEnd(id)}>
              {columnTitle(t, id, engine)}
            </SortHead>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {users.map((user) => (
          <tr key={user.id} data-user={user.id} className="hover:bg-hover">
            <td className="ps-4">
              <Checkbox
                label={t('admin:users.select', { name: user.attributes.name })}
                hideLabel
                checked={selected.has(user.id)}
                onValue={(isOn) => toggle(user.id, isOn)}
              />
            </td>
            <WideCell>
              <UserName user={user} />
            </WideCell>
            {columns.map((id) => (
              <TableCell key={id} end={isAtEnd(id)} className="whitespace-nowrap">
                <UserCell user={user} column={id} />
              </TableCell>
            ))}
          </tr>
        ))}
      </tbody>
    </TableBox>
  )
}

interface SortHeadProps extends Pick<Props, 'state' | 'query'> {
  sort: UserSort | undefined
  end?: boolean
  children: ReactNode
}

const SortHead = ({ state, query, sort, end = false, children }: SortHeadProps) => {
  const current = state.sort ?? 'created_at'
  const ascending = (state.direction ?? firstDirection(current)) === 'ASC'
  if (!sort) return <HeadCell end={end}>{children}</HeadCell>
  const isCurrent = current === sort
  return (
    <HeadCell end={end} sort={isCurrent ? (ascending ? 'ascending' : 'descending') : undefined}>
      <a
        href={usersHref(toggleSort(query, sort, { sort: current, ascending }))}
        className="inline-flex items-center gap-1 text-muted no-underline hover:text-text"
      >
        {children}
        {isCurrent && <Icon of={ascending ? ArrowUp : ArrowDown} size={14} />}
      </a>
    </HeadCell>
  )
}
