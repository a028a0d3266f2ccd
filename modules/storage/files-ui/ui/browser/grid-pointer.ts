import type { MouseEvent, PointerEvent } from 'react'
import { mayEdit } from '../../client/abilities.ts'
import { dragTarget, targetCount, targetIds } from '../../client/selection-target.ts'
import { showDragPreview } from '../drag/drag-preview.ts'
import { LazyFilesViewer } from '../viewer/ViewerMount.tsx'
import type { BrowserContext } from './browser-context.ts'
import { dropClickOfTouch } from './drop-click.ts'
import { openRow } from './open-item.ts'
import { rubberBand } from './rubber-band.ts'

/** Duration in ms of a touch that starts selecting. */
const longPressMs = 450
/** Hover time in ms after which a folder is prefetched. */
const prefetchDelayMs = 90

const rowOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
const indexOf = (row: HTMLElement) => Number(row.dataset.index)
const actOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-act]')?.dataset.act : undefined
const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('.file-name input, .file-tile input:not([type=checkbox])') !== null

const isModified = (event: MouseEvent) => event.ctrlKey || event.metaKey || event.shiftKey

/** Pointer handlers of the rows: click, tap, long press, context menu and drag. */
export const gridPointer = (browsing: BrowserContext) => {
  const { app, focusRow, openMenu, opensByClick, scroller } = browsing
  const { files, folders, drag, dialogs } = app
  const band = rubberBand(browsing)
  let pressed: ReturnType<typeof setTimeout> | undefined
  /** Pointer type and position of the last press. Safari's clicks say only since 18.4 that they come from a touch. */
  let press = { type: 'mouse', x: 0, y: 0 }
  let hovered: ReturnType<typeof setTimeout> | undefined

  const select = (event: MouseEvent, index: number) => {
    const { selection } = files.current()
    const add = event.ctrlKey || event.metaKey
    if (event.shiftKey) selection.extend(index, { add })
    else if (add || selection.state.multi) selection.toggle(index)
    else selection.only(index)
  }

  const onClick = (event: MouseEvent) => {
    if (band.ended() || isTyping(event.target)) return
    const row = rowOf(event.target)
    const { selection } = files.current()
    if (!row) {
      if (event.target instanceof Element && !event.target.closest('button, a, input, label')) selection.clear()
      return
    }
    const index = indexOf(row)
    const act = actOf(event.target)
    if (act === 'link' || act === 'action') return
    if (act === 'menu') {
      if (!selection.has(index)) selection.only(index)
      return openMenu(event.target instanceof Element ? (event.target.closest('button') ?? row) : row)
    }
    if (act === 'select') {
      event.preventDefault()
      if (event.shiftKey) selection.extend(index, { add: true })
      else selection.toggle(index)
      return focusRow(index)
    }
    if (press.type === 'touch' && event.detail > 0) {
      if (selection.state.multi) {
        event.preventDefault()
        return selection.toggle(index)
      }
      event.preventDefault()
      return openRow(browsing, index, row)
    }
    event.preventDefault()
    // Screen readers activate without a pointer.
    if (event.detail === 0) return openRow(browsing, index, row)
    if (opensByClick() && !isModified(event) && !selection.state.multi) {
      // The second click of two is on what the first has opened.
      if (event.detail === 1) openRow(browsing, index, row)
      return
    }
    select(event, index)
    focusRow(index)
  }

  return {
    onClick,
    onDoubleClick: (event: MouseEvent) => {
      const row = rowOf(event.target)
      if (!row || actOf(event.target) || isTyping(event.target) || isModified(event) || opensByClick()) return
      openRow(browsing, indexOf(row), row)
    },
    /** Sets the subject of the context menu that is about to open. */
    onContextMenuCapture: (event: MouseEvent) => {
      const row = rowOf(event.target)
      if (isTyping(event.target)) return event.stopPropagation()
      const { selection } = files.current()
      const { pointerType } = event.nativeEvent as globalThis.PointerEvent
      // On touch screens the long press has selected already.
      if (event.isTrusted && pointerType === 'touch') return event.preventDefault()
      dialogs.state.menuFor = row ? 'selection' : null
      if (!row) return selection.clear()
      const index = indexOf(row)
      if (!selection.has(index)) selection.only(index)
      selection.focus(index)
      if (window.matchMedia('(max-width: 639.98px)').matches) {
        event.preventDefault()
        dialogs.state.sheet = true
      }
    },
    onPointerDown: (event: PointerEvent) => {
      clearTimeout(pressed)
      press = { type: event.pointerType, x: event.clientX, y: event.clientY }
      band.down(event)
      const row = rowOf(event.target)
      if (event.pointerType !== 'touch' || !row || actOf(event.target)) return
      pressed = setTimeout(() => {
        const { selection } = files.current()
        dropClickOfTouch()
        // Begins a new selection: the row of the last action sheet does not belong to it.
        if (!selection.state.multi) selection.only(indexOf(row))
        selection.setMulti(true)
        if (!selection.has(indexOf(row))) selection.toggle(indexOf(row))
        navigator.vibrate?.(10)
      }, longPressMs)
    },
    onPointerMove: (event: PointerEvent) => {
      if (Math.abs(event.clientX - press.x) + Math.abs(event.clientY - press.y) > 4) clearTimeout(pressed)
      band.move(event)
    },
    onPointerUp: () => {
      clearTimeout(pressed)
      band.end()
    },
    onPointerCancel: () => {
      clearTimeout(pressed)
      band.end()
    },
    onPointerOver: (event: PointerEvent) => {
      clearTimeout(hovered)
      const row = rowOf(event.target)
      if (event.pointerType !== 'mouse') return
      browsing.hoveredRow.index = row ? indexOf(row) : -1
      if (!row) return
      hovered = setTimeout(() => {
        const { listing, location } = files.current()
        const item = listing.at(indexOf(row))
        if (item?.type === 'file') LazyFilesViewer.prefetch()
        else if (item && !folders.isPending(item.id))
          files.prefetch({ section: location.section === 'trash' ? 'trash' : 'files', id: item.id })
      }, prefetchDelayMs)
    },
    onPointerLeave: () => {
      clearTimeout(hovered)
      browsing.hoveredRow.index = -1
    },
    onDragStart: (event: React.DragEvent) => {
      const row = rowOf(event.target)
      const folderView = files.current()
      const item = row && folderView.listing.at(indexOf(row))
      const movable = folderView.location.section !== 'trash' && item && mayEdit(item, folderView)
      if (!row || !movable || band.pending()) return event.preventDefault()
      const target = dragTarget(folderView, indexOf(row), item)
      // A folder that is being created cannot be moved yet.
      if (!target || [...targetIds(target)].some(folders.isPending)) return event.preventDefault()
      drag.start(target)
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('application/x-coffer-items', '1')
      showDragPreview(event.dataTransfer, item.attributes.name, targetCount(target))
      scroller.current?.setAttribute('data-dragging', '')
    },
    onDragEnd: () => {
      drag.end()
      scroller.current?.removeAttribute('data-dragging')
    },
  }
}
