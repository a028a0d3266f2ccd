import type { UserQuery, UserSort } from '../contract.ts'

/** Optional columns of the list; the account itself is always shown. */
export const userColumnIds = ['role', 'status', 'verified', 'plan', 'used', 'capacity', 'created_at'] as const
export type UserColumn = (typeof userColumnIds)[number]
/** Columns shown by default. Without the limit, because nearly all accounts have the installation's. */
const defaultColumns: readonly UserColumn[] = ['role', 'status', 'plan', 'used', 'created_at']

/** The columns of `ids` that exist with this billing engine: without plans there is no plan column. */
export const availableColumns = (
  ids: readonly UserColumn[],
  engine: 'none' | 'fixed' | 'metered' | null,
): UserColumn[] => ids.filter((id) => id !== 'plan' || engine === 'fixed' || engine === 'metered')

/** State of the list, as it is in the URL. */
export interface UsersState extends UserQuery {
  columns: readonly UserColumn[]
}

const names = ['search', 'role', 'status', 'verified', 'subscription', 'plan', 'sort', 'direction', 'cursor'] as const

/** Parses the state in a URL. `columns`: names of columns, separated by commas; unknown ones are ignored. */
export const usersStateOf = (
  { page: _, per_page: __, ...query }: UserQuery,
  columns: string | undefined,
): UsersState => {
  const requested = columns?.split(',')
  return { ...query, columns: requested ? userColumnIds.filter((id) => requested.includes(id)) : defaultColumns }
}

/** URL of a state. A change of a filter or the order begins at the first page. */
export const usersHref = ({ columns, ...query }: UsersState): string => {
  const params = new URLSearchParams()
  for (const name of names) if (query[name]) params.set(name, query[name])
  if (columns.join() !== defaultColumns.join()) params.set('columns', columns.join(','))
  const text = params.toString()
  return `/admin/users${text ? `?${text}` : ''}`
}

/** The CSV of the whole list. */
export const usersCsvHref = ({ columns: _, cursor: __, ...query }: UsersState): string =>
  `/api/admin/users/export.csv${usersHref({ ...query, columns: defaultColumns }).slice('/admin/users'.length)}`

/** The state after a click on a column's heading. */
export const toggleSort = (
  state: UsersState,
  sort: UserSort,
  current: { sort: UserSort; ascending: boolean },
): UsersState => ({
  ...state,
  cursor: undefined,
  sort,
  direction: current.sort === sort ? (current.ascending ? 'DESC' : 'ASC') : undefined,
})
