import { defaultSorting, type SortDirection, type SortField } from '../../../../shared/contract.ts'
import { itemKinds } from '../../contract.ts'

export type ListSort = SortField | 'deleted_at'

interface SortColumn {
  column: string
  /** SQL: exact value of a row as text. */
  key: string
  /** SQL: the key in the placeholder, converted back to a value of the column. */
  bind(placeholder: string): string
  valid(key: string): boolean
}

/** Keys are microseconds since 1970: a JavaScript date would lose three digits, and pages would skip rows. */
const time = (column: string): SortColumn => ({
  column,
  key: `(extract(epoch from i.${column}) * 1000000)::bigint::text`,
  bind: (placeholder) => `(timestamptz 'epoch' + ${placeholder}::bigint * interval '1 microsecond')`,
  valid: (key) => /^\d{1,16}$/.test(key),
})

export const sortColumns: Readonly<Record<ListSort, SortColumn>> = {
  name: {
    column: 'name',
    key: 'i.name::text',
    bind: (placeholder) => `${placeholder}::text`,
    valid: (key) => key.length > 0 && key.length <= 255 && !key.includes('\0') && key.isWellFormed(),
  },
  created_at: time('created_at'),
  updated_at: time('updated_at'),
  deleted_at: time('trashed_at'),
  size: {
    column: 'size',
    key: 'i.size::text',
    bind: (placeholder) => `${placeholder}::bigint`,
    valid: (key) => /^\d{1,16}$/.test(key),
  },
  kind: {
    column: 'kind',
    key: 'i.kind',
    bind: (placeholder) => `${placeholder}::text`,
    valid: (key) => (itemKinds as readonly string[]).includes(key),
  },
}

export interface Order {
  sort: ListSort
  direction: SortDirection
}

/** Direction when the request names the field only. */
const defaultDirection = (sort: ListSort): SortDirection => (sort === 'name' || sort === 'kind' ? 'ASC' : 'DESC')

export const orderOf = (
  query: { sort?: SortField; direction?: string },
  fallback: ListSort = defaultSorting.field,
): Order => {
  const sort = (query.sort?.toLowerCase() as SortField | undefined) ?? fallback
  return {
    sort,
    direction: query.direction ? (query.direction.toUpperCase() as SortDirection) : defaultDirection(sort),
  }
}
