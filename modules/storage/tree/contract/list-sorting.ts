import { type SortDirection, type SortField, type Sorting, sortFields } from '../../../shared/contract.ts'

/** Fields by which the files screens sort: in the trash also by the deletion, which is its order without `sort`. */
export const listSortFields = [...sortFields, 'deleted_at'] as const
export type ListSorting = Sorting<(typeof listSortFields)[number]>

/** The order as the query of a list. */
export const sortQueryOf = ({ field, direction }: ListSorting): { sort?: SortField; direction: SortDirection } =>
  field === 'deleted_at' ? { direction } : { sort: field, direction }
