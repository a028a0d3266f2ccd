import type { Item } from '../../../tree/contract.ts'
import type { RowTexts } from './row-texts.ts'

/** Name of the day when an entry is the first of its day, else ''. */
export const dayOf = (item: Item, before: Item | undefined, index: number, { day }: Pick<RowTexts, 'day'>): string => {
  const own = day(item.attributes.created_at)
  const begins = index === 0 || (before !== undefined && day(before.attributes.created_at) !== own)
  return begins ? own : ''
}
