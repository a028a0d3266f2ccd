import type { RefObject } from 'react'
import { useSnapshot } from 'valtio'
import { cx, maxElementHeight, useListChildren, useMedia, useT } from '../../../../web/ui.ts'
import { hasFixedOrder } from '../../client/folder-view.ts'
import { useSelection } from '../useListing.ts'
import { useColumns, useView } from '../useView.ts'
import { gridTemplate } from './columns.ts'
import { dayOf, useDayLayout } from './day-layout.ts'
import { useEntryHtml } from './entry-html.tsx'
import { HeaderRow } from './HeaderRow.tsx'
import { type ItemRowProps, ItemRowView } from './ItemRowView.tsx'
import { useEntryProps } from './row-props.ts'
import { type BrowserHandle, useSettledFocus } from './useBrowser.ts'
import { useColumnWidths } from './useColumnWidths.ts'
import { indexRange, useVirtualRows } from './useVirtualRows.ts'

const headerHeight = 36

const touchRows = '(max-width: 639.98px), (pointer: coarse)'

/** `entry` null: a row that is loading. */
interface ListRow {
  index: number
  entry: ItemRowProps | null
}

/** The items as rows with columns. */
export const ListView = ({
  browser,
  scroller,
}: {
  browser: BrowserHandle
  scroller: RefObject<HTMLDivElement | null>
}) => {
  const t = useT()
  const { folderView, count, multi } = useSelection()
  const { total } = folderView.listing.state
  const { section } = folderView.location
  const { sort, density } = useView()
  const isTouch = useMedia(touchRows)
  const phone = useMedia('(max-width: 639.98px)')
  const compact = density === 'compact' && !isTouch
  const lineHeight = isTouch ? 56 : compact ? 32 : 40
  const columns = useColumns()
  const byDay = section === 'recent'
  const layout = useDayLayout(lineHeight, byDay && phone)
  const widths = useColumnWidths((widthOf) => gridTemplate(columns, widthOf, byDay))
  const last = columns.at(-1)
  const lastWidth = last && `${widths.handlers.widthOf(last) / 16}rem`
  const { first, end, top, height, pageRows, scrollTo, scrollOffset } = useVirtualRows({
    folderView,
    scroller,
    total,
    lanes: 1,
    lineHeight,
    overscan: 10,
    headerHeight: phone ? 0 : headerHeight,
    layout,
  })
  const props = useEntryProps(browser)
  const { index: hoveredRow } = useSnapshot(browser.hoveredRow)
  useSettledFocus(browser)
  const rowHtml = useEntryHtml<ItemRowProps>(ItemRowView, columns.join(), 'xs')
  const rows = useListChildren(
    indexRange(first, end).map((index): ListRow => {
      const item = folderView.listing.at(index)
      if (!item) return { index, entry: null }
      const entry = props(item, index)
      const day = byDay ? dayOf(item, folderView.listing.at(index - 1), index, entry.texts) : undefined
      const actions = hoveredRow === index && count < 2 && !entry.selected && !entry.renaming
      return { index, entry: { ...entry, columns, day, actions } }
    }),
    ({ index, entry }) =>
      entry ? (
        <ItemRowView key={folderView.listing.keyOf(entry.item.id)} {...entry} />
      ) : (
        <LoadingRow key={index} index={index} />
      ),
    rowHtml && (({ entry }) => entry && rowHtml(entry)),
  )
  browser.attach({
    lanes: 1,
    pageRows,
    scrollTo,
    scrollOffset,
    gridGeometry: () => {
      return {
        lanes: 1,
        lineHeight,
        height: lineHeight,
        top: phone ? 0 : headerHeight,
        laneWidth: 0,
        width: 0,
        left: 0,
      }
    },
  })
  return (
    <div
      role="grid"
      aria-label={t('storage:list.label')}
      aria-multiselectable="true"
      aria-rowcount={total + 1}
      className={cx('file-grid', density === 'compact' && 'is-compact')}
      style={{ '--columns': widths.template, '--last-column': lastWidth } as React.CSSProperties}
    >
      <HeaderRow
        columns={columns}
        sorting={folderView.sorting}
        sortable={!hasFixedOrder(section)}
        byDay={byDay}
        onSort={sort}
        covered={count > 0 || multi}
        {...widths.handlers}
      />
      <div
        role="rowgroup"
        className="relative"
        style={{
          height: isTouch || phone || compact || height === maxElementHeight ? height : `calc(var(--row) * ${total})`,
        }}
      >
        <div className="file-rows" style={top ? { transform: `translateY(${top}px)` } : undefined}>
          {rows}
        </div>
      </div>
    </div>
  )
}

/** Placeholder of a loading row; it can be selected already. */
const LoadingRow = ({ index }: { index: number }) => (
  <div role="row" aria-rowindex={index + 2} data-index={index} aria-busy="true" className="file-row">
    <div role="gridcell" />
    <div role="gridcell" className="file-name">
      <span className="size-6 animate-shimmer rounded-xs bg-n5" />
      <span className="h-3 animate-shimmer rounded-xs bg-n5" style={{ width: `${30 + ((index * 37) % 40)}%` }} />
    </div>
  </div>
)
