import type { PointerEvent } from 'react'
import { loadWithRetry } from '../../../../web/ui.ts'
import type { BrowserContext } from './browser-context.ts'
import type { drawRubberBand, RubberBandDrag } from './draw-rubber-band.ts'

/** px of movement before a press becomes a selection rectangle. */
const threshold = 5

/** Drag handles of a row. A press elsewhere on an unselected row starts a rectangle. */
const handle = '[data-focus], img, svg, [data-act], input, label, button, a'

const loadDrawing = loadWithRetry(() => import('./draw-rubber-band.ts'))

/**
 * Rectangle selection with the mouse from any empty area. Ctrl or Shift adds to the selection. The drawing loads with the
 * first press; a rectangle that ends before selects its rows then, unless the selection has changed meanwhile.
 */
export const rubberBand = (browsing: BrowserContext) => {
  const { app, scroller, geometry } = browsing
  let press: { pointer: number; from: RubberBandDrag['from']; add: boolean } | null = null
  let sweep: RubberBandDrag | null = null
  let last: RubberBandDrag | null = null
  let band: ReturnType<typeof drawRubberBand> | null = null
  let swept = false

  const begin = async (frame: HTMLElement, begun: RubberBandDrag) => {
    const { state } = begun.view.selection
    const { version } = state
    last = begun
    const drawing = await loadDrawing()
    if (last !== begun || state.version !== version) return
    const drawn = drawing.drawRubberBand(browsing, frame, begun)
    drawn.draw()
    if (sweep === begun) band = drawn
    else drawn.end()
  }
  const end = () => {
    band?.end()
    band = null
    press = null
    sweep = null
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
        from: { x, y, scroll: frame.scrollTop + geometry().scrollOffset() },
        add: event.ctrlKey || event.metaKey || event.shiftKey,
      }
      loadDrawing().catch(() => undefined)
    },
    move: (event: PointerEvent): void => {
      const frame = scroller.current
      if (!press || !frame || event.pointerId !== press.pointer) return
      if (event.buttons === 0) {
        end()
        return
      }
      const at = { x: event.clientX, y: event.clientY }
      const { from, add, pointer } = press
      if (sweep) {
        sweep.at = at
        band?.draw()
        return
      }
      if (Math.hypot(at.x - from.x, at.y - from.y) < threshold || frame.querySelector('[role=grid]') === null) return
      swept = true
      const view = app.files.current()
      sweep = { from, at, add, view, before: view.selection.picked() }
      frame.setPointerCapture(pointer)
      // Without its code there is no rectangle.
      begin(frame, sweep).catch(() => undefined)
    },
    end,
  }
}
