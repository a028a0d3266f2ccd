import { isTimeKey } from '../../../../platform/index.ts'
import { defaultSorting, firstDirection, type SortDirection, type SortField } from '../../../../shared/contract.ts'
import { itemKinds, maxNameBytes } from '../../contract.ts'

export type ListSort = SortField | 'deleted_at'

interface SortColumn {
  /** SQL: the value of a row, as the indexes have it. */
  expression(row: string): string
  /** SQL: exact value of a row as text. */
  key: string
  /** SQL: the key in the placeholder, converted back to a value of the column. */
  bind(placeholder: string): string
  valid(key: string): boolean
}

const column = (name: string) => (row: string) => `${row}.${name}`

/**
 * Interval from a bigint parameter; exact also where microseconds since 1970 exceed the integers of a double (files dated
 * after 2255).
 */
const microseconds = (placeholder: string): string =>
  `(${placeholder}::bigint / 1000000 * interval '1 second' + ${placeholder}::bigint % 1000000 * interval '1 microsecond')`

/** Keys are microseconds since 1970: a JavaScript date would lose three digits, and pages would skip rows. */
const time = (expression: SortColumn['expression']): SortColumn => ({
  expression,
  key: `(extract(epoch from ${expression('i')}) * 1000000)::bigint::text`,
  bind: (placeholder) => `(timestamptz 'epoch' + ${microseconds(placeholder)})`,
  valid: isTimeKey,
})

export const sortColumns: Readonly<Record<ListSort, SortColumn>> = {
  name: {
    expression: column('name'),
    key: 'i.name::text',
    bind: (placeholder) => `${placeholder}::text`,
    valid: (key) => key.length > 0 && key.length <= maxNameBytes && !key.includes('\0') && key.isWellFormed(),
  },
  created_at: time(column('created_at')),
  /** The time that people see: the file's own, where its uploader sent one. */
  updated_at: time((row) => `coalesce(${row}.modified_at, ${row}.updated_at)`),
  deleted_at: time(column('trashed_at')),
  size: {
    expression: column('size'),
    key: 'i.size::text',
    bind: (placeholder) => `${placeholder}::bigint`,
    valid: (key) => /^\d{1,16}$/.test(key),
  },
  kind: {
    expression: column('kind'),
    key: 'i.kind',
    bind: (placeholder) => `${placeholder}::text`,
    valid: (key) => (itemKinds as readonly string[]).includes(key),
  },
}

export interface ListOrder {
  sort: ListSort
  direction: SortDirection
}

export const listOrderOf = (
  query: { sort?: SortField; direction?: SortDirection },
  fallback: ListSort = defaultSorting.field,
): ListOrder => {
  const { sort = fallback, direction = firstDirection(sort) } = query
  return { sort, direction }
}
