import type { RefObject } from 'react'
import type { FilesApp } from '../context.ts'
import type { GridGeometry } from './selection-rect.ts'

/** Layout of the list or grid, for pointer and keyboard handlers. */
export interface ViewGeometry {
  lanes: number
  /** Lines per screen. */
  pageRows: number
  scrollTo: (index: number) => void
  /** px to add to positions in the scrolled frame for positions in the content, whose element cannot be as high. */
  scrollOffset: () => number
  /** Positions of the entries in the content. */
  gridGeometry: () => Omit<GridGeometry, 'total'>
}

/** Dependencies of the pointer, touch and keyboard handlers. */
export interface BrowserContext {
  app: FilesApp
  scroller: RefObject<HTMLDivElement | null>
  /** The row under the pointer or with the keyboard focus; -1 for none. */
  hoveredRow: { index: number }
  geometry: () => ViewGeometry
  /** Focuses a row after scrolling it into view. */
  focusRow: (index: number) => void
  /** Whether one click of the mouse opens an item. */
  opensByClick: () => boolean
  /** Opens the menu of the selection at a point of the window or an element. */
  openMenu: (at: { x: number; y: number } | Element) => void
}
