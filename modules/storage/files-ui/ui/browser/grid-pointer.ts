import type { MouseEvent, PointerEvent } from 'react'
import type { Item } from '../../../tree/contract.ts'
import type { Opened } from '../../client/files.store.ts'
import { countOf, idsOf, type Target, targetOf } from '../../client/selection-target.ts'
import { showGhost } from '../drag/drag-preview.ts'
import { FilesViewer } from '../viewer/ViewerMount.tsx'
import type { Browsing } from './browsing.ts'
import { openItem } from './open.ts'
import { rubberBand } from './rubber-band.ts'

/** ms of a still finger that begins to select. */
const longPress = 450
/** ms of hovering that make a folder worth fetching. */
const interest = 90

const rowOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
const indexOf = (row: HTMLElement) => Number(row.dataset.index)
const actOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-act]')?.dataset.act : undefined
const typing = (target: EventTarget | null) =>
  target instanceof Element && target.closest('.file-name input, .file-tile input:not([type=checkbox])') !== null

/** What a row takes along: the selection it is part of, else itself; null while some of that is not loaded. */
const carriedBy = (opened: Opened, index: number, item: Item): Target | null => {
  const { selection, listing } = opened
  const picked = selection.picked()
  if (!selection.has(index)) return { kind: 'items', items: [item], from: opened }
  if (picked.unloaded.length > 0) return null
  if (picked.kind === 'allBut') return { kind: 'allBut', except: picked.except, count: selection.count(), from: opened }
  const items = listing.known().flatMap((row) => (picked.ids.has(row.item.id) ? [row.item] : []))
  return { kind: 'items', items, from: opened }
}

/** Clicks, taps, long presses, menus and drags of the rows. */
export const gridPointer = (browsing: Browsing) => {
  const { app, focusRow, openMenu, scroller } = browsing
  const { files, folders, drag, screen } = app
  const band = rubberBand(browsing)
  let pressed: ReturnType<typeof setTimeout> | undefined
  let hovered: ReturnType<typeof setTimeout> | undefined
  let held = false

  const select = (event: MouseEvent, index: number) => {
    const { selection } = files.current()
    const add = event.ctrlKey || event.metaKey
    if (event.shiftKey) selection.extend(index, add)
    else if (add || selection.state.multi) selection.toggle(index)
    else selection.only(index)
  }
  const pointerOf = (event: MouseEvent) => (event.nativeEvent as globalThis.PointerEvent).pointerType ?? 'mouse'

  const onClick = (event: MouseEvent) => {
    if (band.ended() || typing(event.target)) return
    const row = rowOf(event.target)
    const opened = files.current()
    const { selection, listing } = opened
    if (!row) {
      if (event.target instanceof Element && !event.target.closest('button, a, input, label')) selection.clear()
      return
    }
    const index = indexOf(row)
    const act = actOf(event.target)
    if (act === 'link') return
    if (act === 'menu') {
      if (!selection.has(index)) selection.only(index)
      return openMenu(event.target instanceof Element ? (event.target.closest('button') ?? row) : row)
    }
    if (act === 'mark') {
      event.preventDefault()
      if (event.shiftKey) selection.extend(index, true)
      else selection.toggle(index)
      return focusRow(index)
    }
    // The click that ends a long press must not open what it has selected.
    if (held) {
      held = false
      return event.preventDefault()
    }
    if (pointerOf(event) === 'touch') {
      if (selection.state.multi) {
        event.preventDefault()
        return selection.toggle(index)
      }
      event.preventDefault()
      const item = listing.at(index)
      if (item && (item.type === 'folder' || opened.place.view !== 'trash')) return openItem(app, item, opened)
      selection.only(index)
      return openMenu(row)
    }
    event.preventDefault()
    // No pointer: a screen reader's “activate”.
    const item = listing.at(index)
    if (event.detail === 0 && item) return openItem(app, item, opened)
    select(event, index)
    focusRow(index)
  }

  return {
    onClick,
    onDoubleClick: (event: MouseEvent) => {
      const row = rowOf(event.target)
      if (!row || actOf(event.target) || typing(event.target) || event.ctrlKey || event.metaKey || event.shiftKey)
        return
      const opened = files.current()
      const item = opened.listing.at(indexOf(row))
      if (item) openItem(app, item, opened)
    },
    /** Says what the menu that is about to open is for. */
    onContextMenuCapture: (event: MouseEvent) => {
      const row = rowOf(event.target)
      if (typing(event.target)) return event.stopPropagation()
      const { selection } = files.current()
      // On touch screens the long press itself has selected.
      if (event.isTrusted && pointerOf(event) === 'touch') return event.preventDefault()
      screen.state.menuFor = row ? 'selection' : null
      if (!row) return selection.clear()
      const index = indexOf(row)
      if (!selection.has(index)) selection.only(index)
      selection.focus(index)
      if (window.matchMedia('(max-width: 639.98px)').matches) {
        event.preventDefault()
        screen.state.sheet = true
      }
    },
    onPointerDown: (event: PointerEvent) => {
      clearTimeout(pressed)
      held = false
      band.down(event)
      const row = rowOf(event.target)
      if (event.pointerType !== 'touch' || !row || actOf(event.target)) return
      pressed = setTimeout(() => {
        const { selection } = files.current()
        held = true
        if (!selection.state.multi) selection.setMulti(true)
        if (!selection.has(indexOf(row))) selection.toggle(indexOf(row))
        navigator.vibrate?.(10)
      }, longPress)
    },
    onPointerMove: (event: PointerEvent) => {
      if (Math.abs(event.movementX) + Math.abs(event.movementY) > 4) clearTimeout(pressed)
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
      if (event.pointerType !== 'mouse' || !row) return
      hovered = setTimeout(() => {
        const { listing, place } = files.current()
        const item = listing.at(indexOf(row))
        if (item?.type === 'file') FilesViewer.prefetch()
        else if (item && !folders.waits(item.id))
          files.prefetch({ view: place.view === 'trash' ? 'trash' : 'files', id: item.id })
      }, interest)
    },
    onPointerLeave: () => clearTimeout(hovered),
    onDragStart: (event: React.DragEvent) => {
      const row = rowOf(event.target)
      const opened = files.current()
      const item = row && opened.listing.at(indexOf(row))
      if (!row || !item || opened.place.view === 'trash' || band.pending()) return event.preventDefault()
      const target = carriedBy(opened, indexOf(row), item)
      // Rows that only their ids can name are loaded for the next try, and a folder being made cannot be moved yet.
      if (!target) void targetOf(opened)
      if (!target || [...idsOf(target)].some(folders.waits)) return event.preventDefault()
      drag.begin(target)
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('application/x-coffer-items', '1')
      showGhost(event.dataTransfer, item.attributes.name, countOf(target))
      scroller.current?.setAttribute('data-dragging', '')
    },
    onDragEnd: () => {
      drag.end()
      scroller.current?.removeAttribute('data-dragging')
    },
  }
}
