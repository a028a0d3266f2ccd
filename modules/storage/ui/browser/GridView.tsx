import { type RefObject, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../../web/ui.ts'
import { useFiles } from '../context.ts'
import { useSelection } from '../useOpened.ts'
import { useRowTexts } from './row-texts.ts'
import { Tile, WaitingTile } from './Tile.tsx'
import { type BrowserHandle, useSettledFocus } from './useBrowser.ts'
import { numbers, useWindow } from './useWindow.ts'

const tileHeight = 208
const gap = 12
/** px; the narrowest tile on screens wider than a phone. */
const narrowest = 168

/** How many tiles stand side by side; unknown to the server, which lets CSS decide. */
const useLanes = (scroller: RefObject<HTMLDivElement | null>): number | null => {
  const [lanes, setLanes] = useState<number | null>(null)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      const width = element.clientWidth - 32
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
  const { files } = useFiles()
  const t = useT()
  const { opened, cursor, multi } = useSelection()
  const { renaming, cut } = useSnapshot(files.state)
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
  const texts = useRowTexts()
  useSettledFocus(browser)
  browser.attach({ lanes, pageRows: pageLines, scrollTo })
  const rows = numbers(Math.floor(first / lanes), Math.ceil(end / lanes))
  return (
    <div
      role="grid"
      aria-label={t('storage:list.label')}
      aria-multiselectable="true"
      aria-rowcount={Math.ceil(total / lanes)}
      aria-colcount={lanes}
      className="file-grid p-4"
      style={{ height: measured ? height + 32 : undefined }}
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
              return item ? (
                <Tile
                  key={opened.listing.keyOf(item.id)}
                  item={item}
                  texts={texts}
                  index={index}
                  view={opened.place.view}
                  selected={opened.selection.has(index)}
                  current={cursor === index || (cursor < 0 && index === 0)}
                  multi={multi}
                  renaming={renaming === item.id}
                  cut={cut?.ids.includes(item.id) ?? false}
                  draggable={browser.draggable}
                  onRenamed={browser.renamed}
                />
              ) : (
                <WaitingTile key={index} index={index} />
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}
