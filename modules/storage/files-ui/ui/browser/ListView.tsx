import { type RefObject, useMemo } from 'react'
import { useMedia, usePref, useT } from '../../../../web/ui.ts'
import { isGathered } from '../../../tree/ui.ts'
import { useAddedLists } from '../extensions/useAddedLists.ts'
import { useSelection } from '../useOpened.ts'
import { useDisplay } from '../useViewMode.ts'
import { gridTemplate, shownColumns } from './columns.ts'
import { dayOf } from './days.ts'
import { HeaderRow } from './HeaderRow.tsx'
import { Row } from './Row.tsx'
import { useEntryProps } from './row-props.ts'
import { type BrowserHandle, useSettledFocus } from './useBrowser.ts'
import { numbers, useWindow } from './useVirtualRows.ts'

const headHeight = 36

export const touchRows = '(max-width: 639.98px), (pointer: coarse)'

/** The entries as lines with columns. */
export const ListView = ({
  browser,
  scroller,
}: {
  browser: BrowserHandle
  scroller: RefObject<HTMLDivElement | null>
}) => {
  const t = useT()
  const { opened, count } = useSelection()
  const { total } = opened.listing.state
  const { view } = opened.place
  const [chosen] = usePref('columns')
  const { sort } = useDisplay()
  const tall = useMedia(touchRows)
  const phone = useMedia('(max-width: 639.98px)')
  // One array while the choice stands: rows compare it.
  const { field } = opened.sorting
  const { list, column: addedColumn } = useAddedLists()
  const own = list(view)?.columns
  const columns = useMemo(() => shownColumns(view, chosen, field, own), [view, chosen, field, own])
  const { first, end, top, height, pageLines, scrollTo } = useWindow({
    opened,
    scroller,
    total,
    lanes: 1,
    lineHeight: tall ? 56 : 40,
    spare: 10,
    head: phone ? 0 : headHeight,
  })
  const props = useEntryProps(browser)
  const byDay = view === 'recent'
  useSettledFocus(browser)
  browser.attach({
    ...{ lanes: 1, pageRows: pageLines, scrollTo },
    lattice: () => {
      const [lineHeight, top] = [tall ? 56 : 40, phone ? 0 : headHeight]
      return { lanes: 1, lineHeight, height: lineHeight, top, laneWidth: 0, width: 0, left: 0 }
    },
  })
  return (
    <div
      role="grid"
      aria-label={t('storage:list.label')}
      aria-multiselectable="true"
      aria-rowcount={total + 1}
      className="file-grid"
      style={
        {
          '--columns': gridTemplate(columns, (column) => addedColumn(column)?.width ?? '8rem', byDay),
        } as React.CSSProperties
      }
    >
      <HeaderRow
        columns={columns}
        sorting={opened.sorting}
        sortable={!isGathered(view)}
        byDay={byDay}
        onSort={sort}
        all={total > 0 && count === total}
        some={count > 0}
        onAll={(on) => (on ? opened.selection.all(opened.listing.complete()) : opened.selection.clear())}
      />
      <div
        role="rowgroup"
        className="relative"
        style={{ height: tall || phone ? height : `calc(var(--row) * ${total})` }}
      >
        <div style={top ? { transform: `translateY(${top}px)` } : undefined}>
          {numbers(first, end).map((index) => {
            const item = opened.listing.at(index)
            if (!item) return <Waiting key={index} index={index} />
            const entry = props(item, index)
            const day = byDay ? dayOf(item, opened.listing.at(index - 1), index, entry.texts) : undefined
            return <Row key={opened.listing.keyOf(item.id)} {...entry} columns={columns} day={day} />
          })}
        </div>
      </div>
    </div>
  )
}

/** A row that is on its way; its place can be selected already. */
const Waiting = ({ index }: { index: number }) => (
  <div role="row" aria-rowindex={index + 2} data-index={index} aria-busy="true" className="file-row">
    <div role="gridcell" />
    <div role="gridcell" className="file-name">
      <span className="size-6 animate-shimmer rounded-xs bg-n5" />
      <span className="h-3 animate-shimmer rounded-xs bg-n5" style={{ width: `${30 + ((index * 37) % 40)}%` }} />
    </div>
  </div>
)
