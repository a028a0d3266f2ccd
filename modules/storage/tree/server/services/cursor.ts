import { packCursor, unpackCursor } from '../../../../platform/index.ts'
import { isUuid } from '../../../../shared/contract.ts'
import { storageErrors } from '../errors.ts'
import { type ListOrder, type ListSort, sortColumns } from './sorting.ts'

/** Position of a row in a sorted list: the key from which keyset pagination continues. */
export interface ListBoundary {
  isFolder: boolean
  key: string
  id: string
}

export interface ListCursor extends ListBoundary {
  order: ListOrder
  /** True: the page that ends before this row; false: the page that starts after it. */
  backward: boolean
  /** Offset (from 0) of the row after the previous page, as known when the cursor was issued. */
  position: number
}

type Packed = [
  sort: string,
  direction: string,
  folder: 0 | 1,
  key: string,
  id: string,
  backward: 0 | 1,
  position: number,
]

export const writeListCursor = ({ order, isFolder, key, id, backward, position }: ListCursor): string => {
  const packed: Packed = [order.sort, order.direction, isFolder ? 1 : 0, key, id, backward ? 1 : 0, position]
  return packCursor(packed)
}

const bit = (value: unknown) => value === 0 || value === 1

const valid = (values: readonly unknown[]): values is Packed => {
  const [sort, direction, folder, key, id, backward, position] = values
  return (
    values.length === 7 &&
    typeof sort === 'string' &&
    Object.hasOwn(sortColumns, sort) &&
    (direction === 'ASC' || direction === 'DESC') &&
    bit(folder) &&
    typeof key === 'string' &&
    sortColumns[sort as ListSort].valid(key) &&
    typeof id === 'string' &&
    isUuid(id) &&
    bit(backward) &&
    Number.isSafeInteger(position) &&
    (position as number) >= 0
  )
}

/**
 * Parses a cursor. It is not signed: it only names a position, and the listing itself applies the scope. 422
 * `invalid-cursor` unless it has the format of a cursor for this order.
 */
export const readListCursor = (text: string, order: ListOrder): ListCursor => {
  const value = unpackCursor(text)
  if (!valid(value) || value[0] !== order.sort || value[1] !== order.direction)
    throw storageErrors.fail('invalid-cursor')
  const [, , folder, key, id, backward, position] = value
  return { order, isFolder: folder === 1, key, id, backward: backward === 1, position }
}
