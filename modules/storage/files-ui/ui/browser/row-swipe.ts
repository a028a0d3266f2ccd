import type { Item } from '../../../tree/contract.ts'
import { isFavourite, ownGesture } from '../../../tree/ui.ts'
import type { Browsing } from './browsing.ts'

/** px: sideways before it is a swipe (more than a tap may slip), the least way of a deed, and the window's edge, which is the system's. */
const begin = 18
const least = 88
const edge = 20
/** ms of a row going back or out. */
const glide = 160

type Look = 'danger' | 'good' | 'plain'
interface Deed {
  label: string
  look: Look
  /** The row goes out of the list. */
  leaves: boolean
  run: () => void
}

const still = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Rows follow a finger that goes sideways: towards the start they go to the trash (with undo), towards the end a folder
 * becomes a favourite, a file shows its menu, and the trash gives back. Up and down stays the browser's
 * (`touch-action`). Returns what ends it.
 */
export const attachSwipe = (frame: HTMLElement, browsing: Browsing, t: (key: string) => string): (() => void) => {
  const { app, openMenu } = browsing
  let down: { id: number; x: number; y: number; row: HTMLElement } | null = null
  let swipe: { row: HTMLElement; deeds: { start: Deed | null; end: Deed | null }; way: number } | null = null

  const deedsOf = (item: Item, index: number, row: HTMLElement) => {
    const opened = app.files.current()
    const target = { kind: 'items' as const, items: [item], from: opened }
    const { view } = opened.place
    if (app.folders.waits(item.id)) return { start: null, end: null }
    const more: Deed = {
      ...{ label: t('storage:menu.more'), look: 'plain', leaves: false },
      run: () => {
        opened.selection.only(index)
        openMenu(row)
      },
    }
    if (view === 'trash') {
      const restore = () => void app.actions.restore(target)
      return {
        start: null,
        end: { label: t('storage:menu.restore'), look: 'good' as const, leaves: true, run: restore },
      }
    }
    if (view !== 'files' && view !== 'recent') return { start: null, end: more }
    const trash = () => void app.actions.trash(target)
    const favoured = isFavourite(item)
    const favour: Deed = {
      label: t(favoured ? 'storage:menu.unfavourite' : 'storage:menu.favourite'),
      ...{ look: 'good', leaves: false },
      run: () => void app.actions.favour([item], !favoured),
    }
    return {
      start: { label: t('storage:menu.delete'), look: 'danger' as const, leaves: true, run: trash },
      end: item.type === 'folder' ? favour : more,
    }
  }
  const forward = () => (document.documentElement.dir === 'rtl' ? -1 : 1)
  const deedOf = () => (swipe ? (swipe.way < 0 ? swipe.deeds.start : swipe.deeds.end) : null)

  const draw = () => {
    if (!swipe) return
    const { row, way } = swipe
    const deed = deedOf()
    // Where there is nothing to do the row gives a little, and no more.
    row.style.transform = `translateX(${(deed ? way : way / 6) * forward()}px)`
    if (!deed) return row.removeAttribute('data-swipe')
    Object.assign(row.dataset, { swipe: way < 0 ? 'start' : 'end', look: deed.look, deed: deed.label })
    row.toggleAttribute('data-far', Math.abs(way) >= least)
  }
  const rest = (row: HTMLElement) => {
    row.style.cssText = ''
    for (const name of ['data-swipe', 'data-look', 'data-deed', 'data-far']) row.removeAttribute(name)
  }
  const settle = (row: HTMLElement, to: string, then?: () => void) => {
    const end = () => {
      then?.()
      rest(row)
    }
    if (still()) return end()
    row.style.transition = `transform ${glide}ms ease-out`
    row.style.transform = to
    setTimeout(end, glide)
  }
  const drop = () => {
    if (swipe) settle(swipe.row, 'none')
    swipe = null
    down = null
  }

  const onDown = (event: PointerEvent) => {
    drop()
    const target = event.target instanceof Element ? event.target : null
    const row = target?.closest<HTMLElement>('.file-row[data-index]')
    const atEdge = event.clientX < edge || event.clientX > window.innerWidth - edge
    if (event.pointerType !== 'touch' || !event.isPrimary || !row || atEdge || target?.closest('input')) return
    down = { id: event.pointerId, x: event.clientX, y: event.clientY, row }
  }
  const onMove = (event: PointerEvent) => {
    if (!down || event.pointerId !== down.id) return
    const [dx, dy] = [event.clientX - down.x, event.clientY - down.y]
    if (!swipe) {
      const { selection, listing } = app.files.current()
      if (Math.abs(dx) < begin) return
      const index = Number(down.row.dataset.index)
      const item = listing.at(index)
      // Held fingers select, and slanted ones scroll.
      if (!item || selection.state.multi || Math.abs(dx) < Math.abs(dy) * 1.5) {
        down = null
        return
      }
      swipe = { row: down.row, deeds: deedsOf(item, index, down.row), way: 0 }
      frame.setPointerCapture(event.pointerId)
    }
    const before = Math.abs(swipe.way) >= least
    swipe.way = (dx - Math.sign(dx) * begin) * forward()
    if (!before && deedOf() && Math.abs(swipe.way) >= least) navigator.vibrate?.(8)
    draw()
  }
  const onUp = (event: PointerEvent) => {
    if (!down || event.pointerId !== down.id) return
    const deed = deedOf()
    if (!swipe || !deed || Math.abs(swipe.way) < least) return drop()
    const { row, way } = swipe
    swipe = null
    down = null
    if (deed.leaves) settle(row, `translateX(${Math.sign(way) * forward() * 100}%)`, deed.run)
    else {
      settle(row, 'none')
      deed.run()
    }
  }

  const handlers = { pointerdown: onDown, pointermove: onMove, pointerup: onUp, pointercancel: drop }
  for (const [type, handler] of Object.entries(handlers)) frame.addEventListener(type, handler as EventListener)
  const release = ownGesture(frame, () => swipe !== null)
  return () => {
    release()
    for (const [type, handler] of Object.entries(handlers)) frame.removeEventListener(type, handler as EventListener)
    if (swipe) rest(swipe.row)
  }
}
