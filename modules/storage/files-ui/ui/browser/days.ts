import type { Item } from '../../../tree/contract.ts'
import type { RowTexts } from './row-texts.ts'

/** Name of the day with which an entry begins another one than the entry before it; '' within a day. */
export const dayOf = (item: Item, before: Item | undefined, index: number, { day }: Pick<RowTexts, 'day'>): string => {
  const own = day(item.attributes.created_at)
  const begins = index === 0 || (before !== undefined && day(before.attributes.created_at) !== own)
  return begins ? own : ''
}
