import type { PointerEvent } from 'react'
import type { Picked } from '../../../tree/ui.ts'
import { createEdgeScroll } from '../drag/edge-scroll.ts'
import type { Browsing } from './browsing.ts'
import { entriesIn } from './selection-rect.ts'

/** px of movement before a press becomes a selection rectangle. */
const threshold = 5

/** Drag handles of a row. A press elsewhere on an unselected row starts a rectangle. */
const handle = '[data-focus], img, svg, [data-act], input, label, button, a'

/** Rectangle selection with the mouse from any empty area. Ctrl or Shift adds to the selection. */
export const rubberBand = ({ app, scroller, geometry }: Browsing) => {
  const { files } = app
  let press: { pointer: number; x: number; y: number; scroll: number; add: boolean } | null = null
  let band: HTMLElement | null = null
  let before: Picked | null = null
  let at = { x: 0, y: 0 }
  let swept = false

  const draw = () => {
    const frame = scroller.current
    if (!frame || !press || !band || !before) return
    const box = frame.getBoundingClientRect()
    const offset = geometry().scrollOffset()
    const height = frame.scrollHeight + offset
    // Without the scrollbar, which is at the left in right-to-left languages.
    const left = box.left + frame.clientLeft
    const [x, y] = [at.x - left, at.y - box.top + frame.scrollTop + offset]
    const [fromX, fromY] = [press.x - left, press.y - box.top + press.scroll]
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
    const gridGeometry = { ...geometry().gridGeometry(), total: files.current().listing.state.total }
    files.current().selection.selectRanges(before, entriesIn(logical, gridGeometry), { add: press.add })
  }
  const edge = createEdgeScroll(() => scroller.current, draw)
  const end = () => {
    edge.stop()
    band?.remove()
    band = null
    press = null
    before = null
  }

  return {
    /** Whether the press may become a rectangle, which suppresses dragging. */
    pending: (): boolean => press !== null,
    /** Whether the current click ends a rectangle and must be ignored. */
    ended: (): boolean => {
      const was = swept
      swept = false
      return was
    },
    down: (event: PointerEvent): void => {
      swept = false
      const frame = scroller.current
      const { target } = event
      if (event.pointerType !== 'mouse' || event.button !== 0 || !frame || !(target instanceof Element)) return
      const row = target.closest<HTMLElement>('[data-index]')
      const taken = row
        ? row.ariaSelected === 'true' || target.closest(handle)
        : target.closest('.file-head, button, a')
      // Ignores presses on the scrollbar.
      const box = frame.getBoundingClientRect()
      if (taken || event.clientX - box.left - frame.clientLeft > frame.clientWidth) return
      const { clientX: x, clientY: y } = event
      press = {
        pointer: event.pointerId,
        x,
        y,
        scroll: frame.scrollTop + geometry().scrollOffset(),
        add: event.ctrlKey || event.metaKey || event.shiftKey,
      }
    },
    move: (event: PointerEvent): void => {
      const frame = scroller.current
      if (!press || !frame || event.pointerId !== press.pointer) return
      if (event.buttons === 0) {
        end()
        return
      }
      at = { x: event.clientX, y: event.clientY }
      if (!band) {
        if (Math.hypot(at.x - press.x, at.y - press.y) < threshold || frame.querySelector('[role=grid]') === null)
          return
        swept = true
        before = files.current().selection.picked()
        band = document.createElement('div')
        band.className = 'file-band'
        frame.append(band)
        frame.setPointerCapture(press.pointer)
      }
      draw()
      edge.at(at.y)
    },
    end,
  }
}
