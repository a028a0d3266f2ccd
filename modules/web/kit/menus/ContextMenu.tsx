import { type MouseEvent, type ReactElement, useRef, useState } from 'react'
import { usePrefetch } from '../lazy-component.tsx'
import { usePhone } from '../useMedia.ts'
import { LazyMenuPanel } from './LazyMenuPanel.ts'
import type { MenuAnchor } from './MenuPanel.tsx'
import { Slotted } from './Slotted.tsx'
import type { MenuEntries } from './types.ts'
import { type LazyEntries, prefetched, WithEntries } from './WithEntries.tsx'

export type ContextMenuProps = {
  label: string
  items: MenuEntries | LazyEntries
  /** One element that forwards ref and props; wrap a whole list once rather than each row. */
  children: ReactElement<object>
  onOpenChange?: (open: boolean) => void
}

/**
 * Opens on right click, Shift+F10 or the menu key, unless there are no entries. Off on phones, where a long press selects.
 */
export const ContextMenu = ({ label, items, children, onOpenChange }: ContextMenuProps) => {
  const phone = usePhone()
  const opener = useRef<Element | null>(null)
  const anchor = useRef<MenuAnchor>(null)
  const [open, setOpen] = useState(false)
  const [hovered, setHovered] = useState(false)
  usePrefetch(LazyMenuPanel, ...prefetched(items))
  const change = (next: boolean) => {
    setOpen(next)
    onOpenChange?.(next)
  }
  const onContextMenu = (event: MouseEvent) => {
    if (phone || event.defaultPrevented) return
    event.preventDefault()
    const focused = document.activeElement
    const point = new DOMRect(event.clientX, event.clientY)
    opener.current = focused
    anchor.current = {
      getBoundingClientRect: () => point,
      focus: () => focused instanceof HTMLElement && focused.focus({ preventScroll: true }),
    }
    change(true)
  }
  return (
    <>
      <Slotted onContextMenu={onContextMenu} onPointerEnter={() => setHovered(true)}>
        {children}
      </Slotted>
      <WithEntries items={items} wanted={hovered || open}>
        {(entries) => (
          <LazyMenuPanel
            label={label}
            items={entries}
            open={open}
            opener={opener}
            anchor={anchor}
            modal={false}
            side="right"
            align="start"
            gap={2}
            onOpenChange={change}
          />
        )}
      </WithEntries>
    </>
  )
}
