import type { Item } from '../../../tree/contract.ts'
import { captureTouchMove, isFavorite, isPinchZoomed } from '../../../tree/ui.ts'
import type { BrowserContext } from './browser-context.ts'

/**
 * px: distance that starts a swipe (above the slip of a tap), distance that triggers its action, and the window's edge,
 * which belongs to the system.
 */
const startDistancePx = 18
const minDistancePx = 88
const edgePx = 20
/** ms of the final animation. */
const settleMs = 160

type Tone = 'danger' | 'good' | 'plain'
interface SwipeAction {
  label: string
  tone: Tone
  /** The row leaves the list. */
  leaves: boolean
  run: () => void
}

const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Swipe actions of rows on touch screens: to the start moves to the trash (with undo); to the end toggles a folder's
 * favorite, opens a file's menu, or restores from the trash. Vertical movement scrolls (`touch-action`). On
 * a pinch-zoomed page no row is swiped: the finger is to move the page. Returns the cleanup function.
 */
export const attachSwipe = (frame: HTMLElement, browsing: BrowserContext, t: (key: string) => string): (() => void) => {
  const { app, openMenu } = browsing
  let down: { id: number; x: number; y: number; row: HTMLElement } | null = null
  let swipe: {
    row: HTMLElement
    actions: { start: SwipeAction | null; end: SwipeAction | null }
    distance: number
  } | null = null

  const actionsOf = (item: Item, index: number, row: HTMLElement) => {
    const folderView = app.files.current()
    const target = { kind: 'items' as const, items: [item], from: folderView }
    const { section } = folderView.location
    if (app.folders.isPending(item.id)) return { start: null, end: null }
    const more: SwipeAction = {
      label: t('storage:menu.more'),
      tone: 'plain',
      leaves: false,
      run: () => {
        folderView.selection.only(index)
        openMenu(row)
      },
    }
    if (section === 'trash') {
      const restore = () => void app.actions.restore(target)
      return {
        start: null,
        end: { label: t('storage:menu.restore'), tone: 'good' as const, leaves: true, run: restore },
      }
    }
    if ((section !== 'files' && section !== 'recent') || item.attributes.access !== undefined)
      return { start: null, end: more }
    const trash = () => void app.actions.trash(target)
    const favorite = isFavorite(item)
    const toggleFavorite: SwipeAction = {
      label: t(favorite ? 'storage:menu.unfavorite' : 'storage:menu.favorite'),
      tone: 'good',
      leaves: false,
      run: () => void app.actions.setFavorite([item], !favorite),
    }
    return {
      start: { label: t('storage:menu.delete'), tone: 'danger' as const, leaves: true, run: trash },
      end: item.type === 'folder' ? toggleFavorite : more,
    }
  }
  const forward = () => (document.documentElement.dir === 'rtl' ? -1 : 1)
  const currentAction = () => (swipe ? (swipe.distance < 0 ? swipe.actions.start : swipe.actions.end) : null)

  const draw = () => {
    if (!swipe) return
    const { row, distance } = swipe
    const action = currentAction()
    // Without an action the row moves by a sixth of the distance.
    row.style.transform = `translateX(${(action ? distance : distance / 6) * forward()}px)`
    if (!action) return row.removeAttribute('data-swipe')
    Object.assign(row.dataset, { swipe: distance < 0 ? 'start' : 'end', tone: action.tone, action: action.label })
    row.toggleAttribute('data-far', Math.abs(distance) >= minDistancePx)
  }
  const resetRow = (row: HTMLElement) => {
    row.style.cssText = ''
    for (const name of ['data-swipe', 'data-tone', 'data-action', 'data-far']) row.removeAttribute(name)
  }
  const settle = (row: HTMLElement, to: string, then?: () => void) => {
    const end = () => {
      then?.()
      resetRow(row)
    }
    if (prefersReducedMotion()) return end()
    row.style.transition = `transform ${settleMs}ms ease-out`
    row.style.transform = to
    setTimeout(end, settleMs)
  }
  const cancel = () => {
    if (swipe) settle(swipe.row, 'none')
    swipe = null
    down = null
  }

  const onDown = (event: PointerEvent) => {
    cancel()
    const target = event.target instanceof Element ? event.target : null
    const row = target?.closest<HTMLElement>('.file-row[data-index]')
    const atEdge = event.clientX < edgePx || event.clientX > window.innerWidth - edgePx
    if (event.pointerType !== 'touch' || !event.isPrimary || !row || atEdge || target?.closest('input')) return
    if (isPinchZoomed()) return
    down = { id: event.pointerId, x: event.clientX, y: event.clientY, row }
  }
  const onMove = (event: PointerEvent) => {
    if (!down || event.pointerId !== down.id) return
    const [dx, dy] = [event.clientX - down.x, event.clientY - down.y]
    if (!swipe) {
      const { selection, listing } = app.files.current()
      if (Math.abs(dx) < startDistancePx) return
      const index = Number(down.row.dataset.index)
      const item = listing.at(index)
      // A held finger selects and a diagonal one scrolls.
      if (!item || selection.state.multi || Math.abs(dx) < Math.abs(dy) * 1.5) {
        down = null
        return
      }
      swipe = { row: down.row, actions: actionsOf(item, index, down.row), distance: 0 }
      frame.setPointerCapture(event.pointerId)
    }
    const before = Math.abs(swipe.distance) >= minDistancePx
    swipe.distance = (dx - Math.sign(dx) * startDistancePx) * forward()
    if (!before && currentAction() && Math.abs(swipe.distance) >= minDistancePx) navigator.vibrate?.(8)
    draw()
  }
  const onUp = (event: PointerEvent) => {
    if (!down || event.pointerId !== down.id) return
    const action = currentAction()
    if (!swipe || !action || Math.abs(swipe.distance) < minDistancePx) return cancel()
    const { row, distance } = swipe
    swipe = null
    down = null
    if (action.leaves) settle(row, `translateX(${Math.sign(distance) * forward() * 100}%)`, action.run)
    else {
      settle(row, 'none')
      action.run()
    }
  }

  const handlers = { pointerdown: onDown, pointermove: onMove, pointerup: onUp, pointercancel: cancel }
  for (const [type, handler] of Object.entries(handlers)) frame.addEventListener(type, handler as EventListener)
  const release = captureTouchMove(frame, () => swipe !== null)
  return () => {
    release()
    for (const [type, handler] of Object.entries(handlers)) frame.removeEventListener(type, handler as EventListener)
    if (swipe) resetRow(swipe.row)
  }
}
