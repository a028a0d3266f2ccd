import { createElement, type ReactNode, useRef } from 'react'
import { type LazyComponent, lazyComponent } from '../lazy-component.tsx'
import type { MenuEntries } from './types.ts'

interface WithChildren {
  children: (items: MenuEntries) => ReactNode
}

/** Entries whose code loads when the menu is about to open. */
export type LazyEntries = LazyComponent<WithChildren>

/** Entries of a hook, in a chunk of its own. */
export const lazyEntries = (load: () => Promise<() => MenuEntries>): LazyEntries =>
  lazyComponent(async () => {
    const useEntries = await load()
    return ({ children }) => children(useEntries())
  })

/** The code that these entries need. */
export const prefetched = (items: MenuEntries | LazyEntries): readonly LazyEntries[] =>
  'prefetch' in items ? [items] : []

/** Renders the menu from when it is first `wanted`, once its entries have loaded. */
export const WithEntries = ({
  items,
  wanted,
  children,
}: WithChildren & { items: MenuEntries | LazyEntries; wanted: boolean }) => {
  const mounted = useRef(false)
  if (wanted) mounted.current = true
  if (!mounted.current) return null
  return 'prefetch' in items ? createElement(items, { children }) : children(items)
}
