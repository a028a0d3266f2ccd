import { type RefObject, useEffect, useState } from 'react'
import { useT } from '../../../../web/ui.ts'
import { useSelection } from '../useOpened.ts'
import { dayOf } from './days.ts'
import { useEntryProps } from './row-props.ts'
import { Tile, WaitingTile } from './Tile.tsx'
import { type BrowserHandle, useSettledFocus } from './useBrowser.ts'
import { numbers, useWindow } from './useVirtualRows.ts'

const tileHeight = 208
const gap = 12
/** Around all tiles. */
const padding = 16
/** px; the narrowest tile on screens wider than a phone. */
const narrowest = 168

/** How many tiles stand side by side; unknown to the server, which lets CSS decide. */
const useLanes = (scroller: RefObject<HTMLDivElement | null>): number | null => {
  const [lanes, setLanes] = useState<number | null>(null)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      const width = element.clientWidth - 2 * padding
      const least = Math.min(narrowest, window.innerWidth * 0.42)
      setLanes(Math.max(2, Math.floor((width + gap) / (least + gap))))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return lanes
}

/** The entries as tiles. */
export const GridView = ({
  browser,
  scroller,
}: {
  browser: BrowserHandle
  scroller: RefObject<HTMLDivElement | null>
}) => {
  const t = useT()
  const { opened } = useSelection()
  const { total } = opened.listing.state
  const measured = useLanes(scroller)
  const lanes = measured ?? 6
  const { first, end, top, height, pageLines, scrollTo } = useWindow({
    opened,
    scroller,
    total,
    lanes,
    lineHeight: tileHeight + gap,
    spare: 2,
    head: 28,
  })
  const props = useEntryProps(browser)
  const byDay = opened.place.view === 'recent'
  useSettledFocus(browser)
  browser.attach({
    ...{ lanes, pageRows: pageLines, scrollTo },
    lattice: () => {
      const laneWidth = ((scroller.current?.clientWidth ?? 0) - 2 * padding + gap) / lanes
      const [width, lineHeight] = [laneWidth - gap, tileHeight + gap]
      return { lanes, laneWidth, width, lineHeight, height: tileHeight, left: padding, top: padding }
    },
  })
  const rows = numbers(Math.floor(first / lanes), Math.ceil(end / lanes))
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
            {numbers(row * lanes, Math.min(total, (row + 1) * lanes)).map((index) => {
              const item = opened.listing.at(index)
              if (!item) return <WaitingTile key={index} index={index} />
              const entry = props(item, index)
              const day = byDay ? dayOf(item, opened.listing.at(index - 1), index, entry.texts) : ''
              return <Tile key={opened.listing.keyOf(item.id)} {...entry} day={day} />
            })}
          </div>
        ))}
      </div>
    </div>
  )
}
