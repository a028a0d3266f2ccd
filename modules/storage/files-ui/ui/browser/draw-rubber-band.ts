import type { SelectedRows } from '../../../tree/ui.ts'
import type { FolderView } from '../../client/folder-view.ts'
import { createEdgeScroll } from '../drag/edge-scroll.ts'
import type { BrowserContext } from './browser-context.ts'
import { entriesInRect } from './selection-rect.ts'

interface Point {
  x: number
  y: number
}

/** A press that has become a rectangle. */
export interface RubberBandDrag {
  /** Where it began; `scroll`: how far the list was scrolled then. */
  from: Point & { scroll: number }
  /** Where the pointer is. */
  at: Point
  /** The view whose rows it selects. */
  view: FolderView
  /** The selection before. */
  before: SelectedRows
  add: boolean
}

/** Draws the rectangle of a sweep and selects the rows in it. */
export const drawRubberBand = ({ app, geometry }: BrowserContext, frame: HTMLElement, sweep: RubberBandDrag) => {
  const { files } = app
  const { from, view, before, add } = sweep
  const band = document.createElement('div')
  band.className = 'file-band'
  frame.append(band)

  const draw = () => {
    if (files.current() !== view) return
    const box = frame.getBoundingClientRect()
    const offset = geometry().scrollOffset()
    const height = frame.scrollHeight + offset
    // Without the scrollbar, which is at the left in right-to-left languages.
    const left = box.left + frame.clientLeft
    const [x, y] = [sweep.at.x - left, sweep.at.y - box.top + frame.scrollTop + offset]
    const [fromX, fromY] = [from.x - left, from.y - box.top + from.scroll]
    const limit = (value: number, max: number) => Math.max(0, Math.min(value, max))
    const area = {
      left: limit(Math.min(x, fromX), frame.clientWidth),
      right: limit(Math.max(x, fromX), frame.clientWidth),
      top: limit(Math.min(y, fromY), height),
      bottom: limit(Math.max(y, fromY), height),
    }
    Object.assign(band.style, {
      left: `${area.left}px`,
      top: `${area.top - offset}px`,
      width: `${area.right - area.left}px`,
      height: `${area.bottom - area.top}px`,
    })
    const rtl = document.documentElement.dir === 'rtl'
    const { clientWidth } = frame
    const logical = rtl ? { ...area, left: clientWidth - area.right, right: clientWidth - area.left } : area
    const gridGeometry = { ...geometry().gridGeometry(), total: view.listing.state.total }
    view.selection.selectRanges(before, entriesInRect(logical, gridGeometry), { add })
  }
  const edge = createEdgeScroll(() => frame, draw)
  return {
    /** Call when the pointer has moved. */
    draw: (): void => {
      draw()
      edge.at(sweep.at.y)
    },
    end: (): void => {
      edge.stop()
      band.remove()
    },
  }
}
