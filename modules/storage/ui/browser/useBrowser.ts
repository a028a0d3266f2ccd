import { type RefObject, useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import { type FilesApp, useFiles } from '../context.ts'
import { gridKeys } from './grid-keys.ts'
import { gridPointer } from './grid-pointer.ts'

/** What list and grid tell about their shape. */
export interface Geometry {
  lanes: number
  /** Lines on one screen. */
  pageRows: number
  scrollTo: (index: number) => void
}

export interface Browsing {
  app: FilesApp
  scroller: RefObject<HTMLDivElement | null>
  geometry: () => Geometry
  /** Puts the keyboard's focus on a row, scrolling it into view first. */
  focusRow: (index: number) => void
  /** Opens the menu of what is selected at a point of the window. */
  openMenu: (at: { x: number; y: number } | Element) => void
}

export type BrowserHandle = ReturnType<typeof useBrowser>

const fine = '(pointer: fine)'
const noChange = () => () => {}

/** Mouse, touch and keys of the list: one set of handlers on its frame, none on the rows. */
export const useBrowser = (scroller: RefObject<HTMLDivElement | null>) => {
  const app = useFiles()
  const geometry = useRef<Geometry>({ lanes: 1, pageRows: 10, scrollTo: () => {} })
  const draggable = useSyncExternalStore(
    noChange,
    () => window.matchMedia(fine).matches,
    () => false,
  )

  const browsing = useMemo<Browsing>(() => {
    const focusRow = (index: number) => {
      app.files.current().selection.focus(index)
      geometry.current.scrollTo(index)
      const find = () => scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-focus]`)
      const found = find()
      if (found) found.focus({ preventScroll: true })
      // Not rendered yet: after the scroll it is.
      else
        requestAnimationFrame(() =>
          requestAnimationFrame(() => (find() ?? scroller.current)?.focus({ preventScroll: true })),
        )
    }
    const openMenu: Browsing['openMenu'] = (at) => {
      const point = at instanceof Element ? corner(at) : at
      const target = at instanceof Element ? at : (document.elementFromPoint(point.x, point.y) ?? scroller.current)
      target?.dispatchEvent(
        new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: point.x, clientY: point.y }),
      )
    }
    return { app, scroller, geometry: () => geometry.current, focusRow, openMenu }
  }, [app, scroller])

  const pointer = useMemo(() => gridPointer(browsing), [browsing])
  const onKeyDown = useMemo(() => gridKeys(browsing), [browsing])
  const renamed = useCallback(() => {
    const { files } = app
    const id = files.state.renaming
    files.state.renaming = null
    const index = id ? files.current().listing.indexOf(id) : -1
    if (index >= 0) requestAnimationFrame(() => browsing.focusRow(index))
  }, [app, browsing])

  return {
    draggable,
    renamed,
    focusRow: browsing.focusRow,
    handlers: { ...pointer, onKeyDown },
    attach: (shape: Geometry) => {
      geometry.current = shape
    },
  }
}

const corner = (element: Element) => {
  const { left, bottom, right } = element.getBoundingClientRect()
  return { x: document.documentElement.dir === 'rtl' ? left : Math.min(left, right), y: bottom }
}
