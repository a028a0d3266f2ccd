import { packCursor, unpackCursor } from '../../../platform/index.ts'
import { firstDirection, isUuid } from '../../../shared/contract.ts'
import { type UserQuery, type UserSort, userSorts } from '../../contract.ts'
import { adminErrors } from '../errors.ts'

export interface UserOrder {
  sort: UserSort
  direction: 'ASC' | 'DESC'
}

interface SortKey {
  sql: string
  type: 'text' | 'bigint' | 'timestamptz' | 'uuid'
  /** The id that follows the key in the same index. */
  id: string
  /** Views with the key and the columns of the conditions. */
  source: string
}

/** Accounts `u` with their counters `s`. */
export const usersWithUsageSql = 'user_summaries u join usage_summaries s on s.user_id = u.id'
const ofUser = { id: 'u.id', source: 'user_summaries u' }

/** Each key has an index, whose second column is the id; the indexes of names and emails include the searched text. */
const sortKeys: Record<UserSort, SortKey> = {
  id: { sql: 'u.id', type: 'uuid', ...ofUser },
  name: { sql: 'u.sort_name', type: 'text', ...ofUser },
  email: { sql: 'lower(u.email)', type: 'text', ...ofUser },
  role: { sql: 'u.role', type: 'text', ...ofUser },
  created_at: { sql: 'u.created_at', type: 'timestamptz', ...ofUser },
  used: { sql: 's.used_bytes', type: 'bigint', id: 's.user_id', source: usersWithUsageSql },
}
export const sortKeyOf = ({ sort }: UserOrder): SortKey => sortKeys[sort]

/** Newest first; names and emails from A. */
export const userOrderOf = ({
  sort = 'created_at',
  direction = firstDirection(sort),
}: Pick<UserQuery, 'sort' | 'direction'>): UserOrder => ({ sort, direction })

/** The row at which a page begins or ends. */
export interface UserCursor extends UserOrder {
  key: string
  id: string
  /** True: the page ends before the row. False: it begins after the row. */
  backward: boolean
  /** Position of the page's first row in the list, from 0. */
  position: number
  /** Accounts in the list when its first page was read; later pages do not count again. */
  total: number
}

export const writeUserCursor = ({ sort, direction, key, id, backward, position, total }: UserCursor): string =>
  packCursor([sort, direction, key, id, backward, position, total])

type Packed = [
  sort: UserSort,
  direction: 'ASC' | 'DESC',
  key: string,
  id: string,
  backward: boolean,
  position: number,
  total: number,
]
/** A time in PostgreSQL's text format. JavaScript parses dates that PostgreSQL rejects, such as dates in the year 0. */
const timePattern = /^(\d{4}-\d\d-\d\d) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-5])(:[0-5]\d)?$/
const isTime = (key: string) => {
  const [, day = ''] = timePattern.exec(key) ?? []
  const midnight = new Date(`${day}T00:00Z`)
  return day >= '0001' && !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0
const isOfType: Record<SortKey['type'], (key: string) => boolean> = {
  text: (key) => !key.includes('\0'),
  bigint: (key) => /^\d{1,18}$/.test(key),
  timestamptz: isTime,
  uuid: isUuid,
}
const isKey = (key: unknown, { type }: SortKey) => typeof key === 'string' && isOfType[type](key)

const isPacked = (values: readonly unknown[]): values is Packed => {
  const [sort, direction, key, id, backward, position, total] = values
  return (
    values.length === 7 &&
    userSorts.some((name) => name === sort) &&
    (direction === 'ASC' || direction === 'DESC') &&
    isKey(key, sortKeys[sort as UserSort]) &&
    typeof id === 'string' &&
    isUuid(id) &&
    typeof backward === 'boolean' &&
    isCount(position) &&
    isCount(total)
  )
}

export const isUserCursor = (text: string): boolean => isPacked(unpackCursor(text))

/** Throws 422 `invalid-cursor`. */
export const readUserCursor = (text: string): UserCursor => {
  const packed = unpackCursor(text)
  if (!isPacked(packed)) throw adminErrors.fail('invalid-cursor')
  const [sort, direction, key, id, backward, position, total] = packed
  return { sort, direction, key, id, backward, position, total }
}
