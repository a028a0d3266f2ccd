import { useMemo } from 'react'
import { type Headings, noHeadings } from '../../../../web/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import { useListing } from '../useListing.ts'
import { type RowTexts, useRowTexts } from './row-texts.ts'

/** Name of the day when an entry is the first of its day, else ''. */
export const dayOf = (item: Item, before: Item | undefined, index: number, { day }: Pick<RowTexts, 'day'>): string => {
  const own = day(item.attributes.created_at)
  const begins = index === 0 || (before !== undefined && day(before.attributes.created_at) !== own)
  return begins ? own : ''
}

/** px; as rows-responsive.css has it. */
const headingHeight = 32

/** The loaded rows that begin a day, where the day is a heading above them. */
export const useDayHeadings = (shown: boolean): Headings => {
  const { folderView, version } = useListing()
  const texts = useRowTexts()
  const { listing } = folderView
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the rows
  return useMemo(() => {
    if (!shown) return noHeadings
    const begins = listing.known().filter(({ index, item }) => dayOf(item, listing.at(index - 1), index, texts) !== '')
    return { rows: begins.map(({ index }) => index).sort((a, b) => a - b), height: headingHeight }
  }, [shown, listing, version, texts])
}
