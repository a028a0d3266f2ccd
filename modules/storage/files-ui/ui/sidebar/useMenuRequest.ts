import { type RefObject, useEffect, useState } from 'react'

/** The node of the tree whose menu is opened, and the point to open it at. */
export interface MenuRequest {
  node: HTMLElement
  x: number
  y: number
}

const longPressMs = 450
/** px that a finger may move during a long press. */
const maxMovePx = 8

/** Drops the click and the focus of the touch that is under way: the one would open the folder, the other close the menu. */
const dropTouch = (node: HTMLElement): void => {
  const listening = new AbortController()
  const end = (event: Event) => {
    if (event.cancelable) event.preventDefault()
    listening.abort()
  }
  for (const type of ['touchend', 'touchcancel'])
    node.addEventListener(type, end, { passive: false, signal: listening.signal })
}

/**
 * The menu that was last asked for in the tree: by right click, Shift+F10, the menu key or a long press. Anything that is
 * pressed after it drops the request: a menu that opens late would take the focus from what the person does meanwhile.
 */
export const useMenuRequest = (tree: RefObject<HTMLElement | null>): MenuRequest | null => {
  const [request, setRequest] = useState<MenuRequest | null>(null)
  useEffect(() => {
    const element = tree.current
    if (!element) return
    const listening = new AbortController()
    // Before the listeners of the tree, which may make a new request of the same event.
    const drop = () => setRequest(null)
    for (const type of ['keydown', 'pointerdown'])
      window.addEventListener(type, drop, { capture: true, signal: listening.signal })
    const on = <Type extends keyof HTMLElementEventMap>(
      type: Type,
      listener: (event: HTMLElementEventMap[Type]) => void,
    ) => element.addEventListener(type, listener, { signal: listening.signal })
    const nodeOf = (target: EventTarget | null) =>
      target instanceof Element ? target.closest<HTMLElement>('[role=treeitem][data-id]') : null
    let press = { timer: undefined as ReturnType<typeof setTimeout> | undefined, x: 0, y: 0 }
    const endPress = () => clearTimeout(press.timer)

    on('contextmenu', (event) => {
      const node = nodeOf(event.target)
      if (!node) return
      event.preventDefault()
      // On touch screens the long press has opened it already.
      if ((event as PointerEvent).pointerType !== 'touch') setRequest({ node, x: event.clientX, y: event.clientY })
    })
    on('keydown', (event) => {
      const node = nodeOf(event.target)
      if (!node || (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey))) return
      event.preventDefault()
      const { left, right, bottom } = node.getBoundingClientRect()
      setRequest({ node, x: document.documentElement.dir === 'rtl' ? right : left, y: bottom })
    })
    on('pointerdown', ({ pointerType, target, clientX: x, clientY: y }) => {
      const node = nodeOf(target)
      if (pointerType !== 'touch' || !node) return
      const timer = setTimeout(() => {
        dropTouch(node)
        setRequest({ node, x, y })
      }, longPressMs)
      press = { timer, x, y }
    })
    on('pointermove', ({ clientX, clientY }) => {
      if (Math.abs(clientX - press.x) + Math.abs(clientY - press.y) > maxMovePx) endPress()
    })
    on('pointerup', endPress)
    on('pointercancel', endPress)
    // A long press selects no text, and shows no preview of the link.
    element.classList.add('pointer-coarse:select-none')
    element.style.setProperty('-webkit-touch-callout', 'none')
    return () => {
      endPress()
      listening.abort()
    }
  }, [tree])
  return request
}
