import { type FocusEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { useMedia, useShell, useT } from '../../../../web/ui.ts'
import { useFiles } from '../context.ts'
import type { BrowserContext, ViewGeometry } from './browser-context.ts'
import { gridKeys } from './grid-keys.ts'
import { gridPointer } from './grid-pointer.ts'

export type BrowserHandle = ReturnType<typeof useBrowser>

/** Used until the list or grid attaches its layout. */
const unknown: ViewGeometry = {
  lanes: 1,
  pageRows: 10,
  scrollTo: () => {},
  scrollOffset: () => 0,
  gridGeometry: () => ({ lanes: 1, lineHeight: 40, height: 40, top: 0, laneWidth: 0, width: 0, left: 0 }),
}

/** Pointer, touch and keyboard handlers on the frame of the list; rows have none. */
export const useBrowser = (scroller: RefObject<HTMLDivElement | null>) => {
  const app = useFiles()
  const shell = useShell()
  const geometry = useRef<ViewGeometry>(unknown)
  const draggable = useMedia('(pointer: fine)')

  /** The row to focus after it renders, whether the focus is in the list, and whether the list has it instead of a row. */
  const focus = useRef({ wanted: -1, inside: false, waits: false })
  const settle = useCallback(() => {
    const frame = scroller.current
    if (!frame) return
    const { wanted, inside } = focus.current
    const lost = document.activeElement === document.body && (inside || wanted >= 0)
    // After a deletion the neighbor gets the focus.
    const waits = focus.current.waits && document.activeElement === frame
    const index = wanted < 0 && (lost || waits) ? app.files.current().selection.state.cursor : wanted
    const row = index < 0 ? null : frame.querySelector<HTMLElement>(`[data-index="${index}"] [data-focus]`)
    if (row) {
      Object.assign(focus.current, { wanted: -1, waits: false })
      row.focus({ preventScroll: true })
    } else if (lost) {
      // The focused row was scrolled out of the DOM or has not loaded yet.
      focus.current.waits = true
      frame.focus({ preventScroll: true })
    }
  }, [app, scroller])

  const browsing = useMemo<BrowserContext>(() => {
    const focusRow = (index: number) => {
      app.files.current().selection.focus(index)
      geometry.current.scrollTo(index)
      focus.current.wanted = index
      settle()
    }
    const openMenu: BrowserContext['openMenu'] = (at) => {
      const point = at instanceof Element ? corner(at) : at
      const target = at instanceof Element ? at : (document.elementFromPoint(point.x, point.y) ?? scroller.current)
      target?.dispatchEvent(
        new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: point.x, clientY: point.y }),
      )
    }
    return {
      app,
      scroller,
      hoveredRow: proxy({ index: -1 }),
      geometry: () => geometry.current,
      focusRow,
      opensByClick: () => shell.state.prefs.opensByClick,
      openMenu,
    }
  }, [app, shell, scroller, settle])

  const pointer = useMemo(() => gridPointer(browsing), [browsing])
  const onKeyDown = useMemo(() => gridKeys(browsing), [browsing])
  useSwipes(browsing)
  const renamed = useCallback(() => {
    const { files } = app
    const id = files.state.renaming
    files.state.renaming = null
    const index = id ? files.current().listing.indexOf(id) : -1
    if (index >= 0) requestAnimationFrame(() => browsing.focusRow(index))
  }, [app, browsing])

  const { revealed: wanted } = useSnapshot(app.files.state)
  useEffect(() => {
    if (wanted === null) return
    app.files.state.revealed = null
    browsing.focusRow(wanted)
  }, [wanted, app, browsing])

  return {
    draggable,
    hoveredRow: browsing.hoveredRow,
    renamed,
    focusRow: browsing.focusRow,
    settle,
    handlers: {
      ...pointer,
      onKeyDown,
      onFocus: ({ target }: FocusEvent) => {
        focus.current.inside = true
        // Arrow keys continue from a row that was focused in any way.
        const row = target.matches('[data-focus]') ? target.closest<HTMLElement>('[data-index]') : null
        if (!row) return
        app.files.current().selection.focus(Number(row.dataset.index))
        if (document.documentElement.dataset.input === 'keys') browsing.hoveredRow.index = Number(row.dataset.index)
      },
      onBlur: (event: FocusEvent) => {
        if (event.relatedTarget) focus.current.inside = false
        if (!event.currentTarget.contains(event.relatedTarget)) browsing.hoveredRow.index = -1
      },
    },
    attach: (shape: ViewGeometry) => {
      geometry.current = shape
    },
  }
}

/** Attaches swipe handlers on touch devices; their code loads there only. */
const useSwipes = (browsing: BrowserContext): void => {
  const t = useT()
  useEffect(() => {
    if (!window.matchMedia('(any-pointer: coarse)').matches) return
    let stop: (() => void) | null = null
    let unmounted = false
    const attach = async () => {
      const { attachSwipe } = await import('./row-swipe.ts')
      const frame = browsing.scroller.current
      if (frame && !unmounted) stop = attachSwipe(frame, browsing, t)
    }
    // Swipes are optional.
    attach().catch(() => undefined)
    return () => {
      unmounted = true
      stop?.()
    }
  }, [browsing, t])
}

/** Restores the focus in the layout effect of each render, before other code sees it lost. */
export const useSettledFocus = (browser: BrowserHandle): void => {
  useLayoutEffect(() => browser.settle())
}

const corner = (element: Element) => {
  const { left, bottom, right } = element.getBoundingClientRect()
  return { x: document.documentElement.dir === 'rtl' ? left : Math.min(left, right), y: bottom }
}
