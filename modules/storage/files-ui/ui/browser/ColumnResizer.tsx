import { type KeyboardEvent, type PointerEvent, type SyntheticEvent, useRef } from 'react'
import { ContextMenu, useT } from '../../../../web/ui.ts'
import { maxColumnWidth, minColumnWidth } from '../../../tree/contract.ts'

interface ColumnResizerProps {
  label: string
  /** Width of the column in px at a root font size of 16 px. */
  width: number
  /** Below the selection bar. */
  covered: boolean
  /** Shows a width while the pointer is down. */
  onDrag: (width: number, grid: HTMLElement) => void
  /** Stores a width; null: the default. */
  onResize: (width: number | null) => void
}

const stepPx = 8
const menuStepPx = 48
const clamp = (width: number) => Math.round(Math.min(maxColumnWidth, Math.max(minColumnWidth, width)))

/** State at the beginning of a drag; widths in px at a root font size of 16 px. */
interface Drag {
  grid: HTMLElement
  x: number
  start: number
  width: number
  /** The widest that leaves the name its least width. */
  max: number
  /** Pixels of the column for one pixel on the screen. */
  scale: number
  /** 1 where the columns are laid out from left to right, else −1. */
  sign: number
}

const beginDrag = (handle: HTMLElement, x: number): Drag | null => {
  const cell = handle.closest('[role=columnheader]')
  const grid = handle.closest<HTMLElement>('.file-grid')
  const name = grid?.querySelector('.file-head > :nth-child(2)')
  if (!cell || !grid || !name) return null
  const scale = 16 / Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const start = cell.getBoundingClientRect().width * scale
  const spare = Math.max(0, name.getBoundingClientRect().width * scale - 17 * 16)
  const sign = getComputedStyle(cell).direction === 'rtl' ? -1 : 1
  return { grid, x, start, width: start, max: start + spare, scale, sign }
}

/** Events of the menu reach the list through React's tree, where they would select and drag. */
const keepFromList = (event: SyntheticEvent) => {
  if (event.target instanceof Node && !event.currentTarget.contains(event.target)) event.stopPropagation()
}

/** The border before a column: drag it, use the arrow keys or its menu, or double-click for the default width. */
export const ColumnResizer = ({ label, width, covered, onDrag, onResize }: ColumnResizerProps) => {
  const t = useT()
  const drag = useRef<Drag | null>(null)
  const end = (event: PointerEvent<HTMLElement>, outcome: 'resized' | 'cancelled') => {
    const ended = drag.current
    drag.current = null
    delete event.currentTarget.dataset.dragging
    if (!ended) return
    if (ended.width === ended.start) {
      // Touch screens have no other way to its menu.
      const { currentTarget, pointerType, clientX, clientY } = event
      const init = { bubbles: true, cancelable: true, clientX, clientY }
      if (outcome === 'resized' && pointerType === 'touch')
        currentTarget.dispatchEvent(new MouseEvent('contextmenu', init))
      return
    }
    if (outcome === 'resized') onResize(ended.width)
    else onDrag(width, ended.grid)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const steps: Record<string, number | null> = {
      [rtl ? 'ArrowRight' : 'ArrowLeft']: width + stepPx * (event.shiftKey ? 4 : 1),
      [rtl ? 'ArrowLeft' : 'ArrowRight']: width - stepPx * (event.shiftKey ? 4 : 1),
      Home: minColumnWidth,
      Enter: null,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onResize(next === null ? null : clamp(next))
  }
  const by = (px: number) => () => onResize(clamp(width + px))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles nothing itself
    <div className="contents" onClick={keepFromList} onPointerDown={keepFromList} onKeyDown={keepFromList}>
      <ContextMenu
        label={label}
        items={[
          { id: 'wider', label: t('storage:list.wider'), onSelect: by(menuStepPx) },
          { id: 'narrower', label: t('storage:list.narrower'), onSelect: by(-menuStepPx) },
          { id: 'default', label: t('storage:list.defaultWidth'), onSelect: () => onResize(null) },
        ]}
      >
        <div
          role="separator"
          aria-orientation="vertical"
          aria-label={label}
          aria-valuenow={width}
          aria-valuemin={minColumnWidth}
          aria-valuemax={maxColumnWidth}
          tabIndex={covered ? -1 : 0}
          className="file-resize"
          onPointerDown={(event) => {
            event.stopPropagation()
            if (event.button !== 0) return
            // A finger's mousedown comes after pointerup, and would take the focus from the menu that it opened, which closes then.
            if (event.pointerType === 'touch') event.preventDefault()
            drag.current = beginDrag(event.currentTarget, event.clientX)
            event.currentTarget.setPointerCapture(event.pointerId)
            event.currentTarget.dataset.dragging = ''
          }}
          onPointerMove={(event) => {
            const current = drag.current
            if (!current) return
            const moved = (current.x - event.clientX) * current.sign * current.scale
            current.width = clamp(Math.min(current.start + moved, current.max))
            onDrag(current.width, current.grid)
          }}
          onPointerUp={(event) => end(event, 'resized')}
          onPointerCancel={(event) => end(event, 'cancelled')}
          onDoubleClick={() => onResize(null)}
          onKeyDown={onKeyDown}
        />
      </ContextMenu>
    </div>
  )
}
