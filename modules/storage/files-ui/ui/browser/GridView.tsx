import { type RefObject, useEffect, useState } from 'react'
import { useT } from '../../../../web/ui.ts'
import { useSelection } from '../useListing.ts'
import { dayOf } from './days.ts'
import { useEntryProps } from './row-props.ts'
import { LoadingTile, Tile } from './Tile.tsx'
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
  const { first, end, top, height, pageRows, scrollTo } = useVirtualRows({
    folderView,
    scroller,
    total,
    lanes,
    lineHeight: tileHeight + gap,
    overscan: 2,
    headerHeight: 28,
  })
  const props = useEntryProps(browser)
  const byDay = folderView.location.view === 'recent'
  useSettledFocus(browser)
  browser.attach({
    ...{ lanes, pageRows: pageRows, scrollTo },
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
      style={{ height: measured ? height + 2 * padding : undefined }}
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
          <div key={row} role="row" aria-rowindex={row + 1} className="contents">
            {indexRange(row * lanes, Math.min(total, (row + 1) * lanes)).map((index) => {
              const item = folderView.listing.at(index)
              if (!item) return <LoadingTile key={index} index={index} />
              const entry = props(item, index)
              const day = byDay ? dayOf(item, folderView.listing.at(index - 1), index, entry.texts) : ''
              return <Tile key={folderView.listing.keyOf(item.id)} {...entry} day={day} />
            })}
          </div>
        ))}
      </div>
    </div>
  )
}
