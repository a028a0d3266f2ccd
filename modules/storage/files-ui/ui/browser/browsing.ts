import type { RefObject } from 'react'
import type { FilesApp } from '../context.ts'
import type { Lattice } from './selection-rect.ts'

/** What list and grid tell about their shape. */
export interface Geometry {
  lanes: number
  /** Lines on one screen. */
  pageRows: number
  scrollTo: (index: number) => void
  /** Where the entries lie. */
  lattice: () => Omit<Lattice, 'total'>
}

/** What mouse, touch and keys of the list work on. */
export interface Browsing {
  app: FilesApp
  scroller: RefObject<HTMLDivElement | null>
  geometry: () => Geometry
  /** Puts the keyboard's focus on a row, scrolling it into view first. */
  focusRow: (index: number) => void
  /** Opens the menu of what is selected at a point of the window. */
  openMenu: (at: { x: number; y: number } | Element) => void
}
