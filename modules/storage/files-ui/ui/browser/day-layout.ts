import { useMemo } from 'react'
import type { RowLayout } from '../../../../web/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import { useListing } from '../useListing.ts'
import { type RowTexts, useRowTexts } from './row-texts.ts'
import { rowsWithHeadings } from './rows-with-headings.ts'

/** Name of the day when an entry is the first of its day, else ''. */
export const dayOf = (item: Item, before: Item | undefined, index: number, { day }: Pick<RowTexts, 'day'>): string => {
  const ownDay = day(item.attributes.created_at)
  const begins = index === 0 || (before !== undefined && day(before.attributes.created_at) !== ownDay)
  return begins ? ownDay : ''
}

/** px; as rows-responsive.css has it. */
const headingHeight = 32

/** The layout of rows where the day is a heading above its first one; undefined where it is not. */
export const useDayLayout = (rowHeight: number, hasHeadings: boolean): RowLayout | undefined => {
  const { folderView, version } = useListing()
  const texts = useRowTexts()
  const { listing } = folderView
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the rows
  return useMemo(() => {
    if (!hasHeadings) return
    const begins = listing.known().filter(({ index, item }) => dayOf(item, listing.at(index - 1), index, texts) !== '')
    const headed = begins.map(({ index }) => index).sort((a, b) => a - b)
    return rowsWithHeadings(rowHeight, headed, headingHeight)
  }, [hasHeadings, rowHeight, listing, version, texts])
}
