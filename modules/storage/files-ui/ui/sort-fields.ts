import { sortFields } from '../../../shared/contract.ts'
import { type ListSorting, listSortFields } from '../../tree/contract.ts'
import type { SectionLocation } from '../../tree/ui.ts'
import { isTrashRoot } from '../client/view-settings.ts'

/** Fields by which a list can be sorted. */
export const sortFieldsOf = (location: SectionLocation): readonly ListSorting['field'][] =>
  isTrashRoot(location) ? listSortFields : sortFields
