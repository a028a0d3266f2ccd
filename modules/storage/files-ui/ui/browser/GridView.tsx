import { type RefObject, useEffect, useState } from 'react'
import { useListChildren, useT } from '../../../../web/ui.ts'
import { useSelection } from '../useListing.ts'
import { dayOf } from './day-layout.ts'
import { useEntryHtml } from './entry-html.tsx'
import { ItemTile, LoadingTile, type TileProps } from './ItemTile.tsx'
import { useEntryProps } from './row-props.ts'
import { type BrowserHandle, useSettledFocus } from './useBrowser.ts'
import { indexRange, useVirtualRows } from './useVirtualRows.ts'

const tileHeight = 208
const gap = 12
/** px around all tiles. */
const padding = 16
/** Minimum width in px on screens wider than a phone. */
const minTileWidth = 168

/** Number of tiles per line; null during SSR, where CSS decides. */
const useLanes = (scroller: RefObject<HTMLDivElement | null>): number | null => {
  const [lanes, setLanes] = useState<number | null>(null)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      const width = element.clientWidth - 2 * padding
      const minWidth = Math.min(minTileWidth, window.innerWidth * 0.42)
      setLanes(Math.max(2, Math.floor((width + gap) / (minWidth + gap))))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return lanes
}

/** `entry` null: a tile that is loading. */
interface GridTile {
  index: number
  entry: TileProps | null
}

/** The items as tiles. */
export const GridView = ({
  browser,
  scroller,
}: {
  browser: BrowserHandle
  scroller: RefObject<HTMLDivElement | null>
}) => {
  const t = useT()
  const { folderView } = useSelection()
  const { total } = folderView.listing.state
  const measured = useLanes(scroller)
  const lanes = measured ?? 6
  const { first, end, top, height, pageRows, scrollTo, scrollOffset } = useVirtualRows({
    folderView,
    scroller,
    total,
    lanes,
    lineHeight: tileHeight + gap,
    overscan: 2,
    headerHeight: 28,
  })
  const props = useEntryProps(browser)
  const byDay = folderView.location.section === 'recent'
  const tileHtml = useEntryHtml<TileProps>(ItemTile, '', 'sm')
  const tile = (index: number): GridTile => {
    const item = folderView.listing.at(index)
    if (!item) return { index, entry: null }
    const entry = props(item, index)
    const day = byDay ? dayOf(item, folderView.listing.at(index - 1), index, entry.texts) : ''
    return { index, entry: { ...entry, day } }
  }
  useSettledFocus(browser)
  browser.attach({
    lanes,
    pageRows,
    scrollTo,
    scrollOffset,
    gridGeometry: () => {
      const laneWidth = ((scroller.current?.clientWidth ?? 0) - 2 * padding + gap) / lanes
      const [width, lineHeight] = [laneWidth - gap, tileHeight + gap]
      return { lanes, laneWidth, width, lineHeight, height: tileHeight, left: padding, top: padding }
    },
  })
  const rows = indexRange(Math.floor(first / lanes), Math.ceil(end / lanes))
  return (
    <div
      role="grid"
      aria-label={t('storage:list.label')}
      aria-multiselectable="true"
      aria-rowcount={Math.ceil(total / lanes)}
      aria-colcount={lanes}
      className="file-grid p-4"
      // Ends above the floating button of phones.
      style={{ height: measured ? `calc(${height + 2 * padding}px + var(--fab, 0px))` : undefined }}
    >
      <div
        role="presentation"
        className="file-tiles"
        style={
          {
            ...(measured ? { '--lanes': lanes } : {}),
            ...(top ? { transform: `translateY(${top}px)` } : {}),
          } as React.CSSProperties
        }
      >
        {rows.map((row) => (
          <GridRow
            key={row}
            row={row}
            tiles={indexRange(row * lanes, Math.min(total, (row + 1) * lanes)).map(tile)}
            keyOf={folderView.listing.keyOf}
            html={tileHtml}
          />
        ))}
      </div>
    </div>
  )
}

interface GridRowProps {
  row: number
  tiles: readonly GridTile[]
  keyOf: (id: string) => string
  html: ReturnType<typeof useEntryHtml<TileProps>>
}

const GridRow = ({ row, tiles, keyOf, html }: GridRowProps) => {
  const children = useListChildren(
    tiles,
    ({ index, entry }) =>
      entry ? <ItemTile key={keyOf(entry.item.id)} {...entry} /> : <LoadingTile key={index} index={index} />,
    html && (({ entry }) => entry && html(entry)),
  )
  return (
    <div role="row" aria-rowindex={row + 1} className="contents">
      {children}
    </div>
  )
}
