import { type MouseEvent, type ReactElement, useRef, useState } from 'react'
import { usePrefetch } from '../deferred.tsx'
import { usePhone } from '../useMedia.ts'
import type { MenuAnchor } from './MenuPanel.tsx'
import { Panel } from './panel.ts'
import { Slotted } from './Slotted.tsx'
import type { MenuEntries } from './types.ts'

export type ContextMenuProps = {
  label: string
  items: MenuEntries
  /** One element that passes its ref and props on; wrap a whole list once rather than each row. */
  children: ReactElement<object>
  onOpenChange?: (open: boolean) => void
}

/** Right click, Shift+F10 or the menu key. Off on phones, where a long press selects. */
export const ContextMenu = ({ label, items, children, onOpenChange }: ContextMenuProps) => {
  const phone = usePhone()
  const opener = useRef<Element | null>(null)
  const anchor = useRef<MenuAnchor>(null)
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  usePrefetch(Panel)
  const change = (next: boolean) => {
    setOpen(next)
    onOpenChange?.(next)
  }
  const onContextMenu = (event: MouseEvent) => {
    if (phone || event.defaultPrevented) return
    event.preventDefault()
    const before = document.activeElement
    const place = new DOMRect(event.clientX, event.clientY)
    opener.current = before
    anchor.current = {
      getBoundingClientRect: () => place,
      focus: () => before instanceof HTMLElement && before.focus({ preventScroll: true }),
    }
    change(true)
  }
  return (
    <>
      <Slotted onContextMenu={onContextMenu} onPointerEnter={() => setWanted(true)}>
        {children}
      </Slotted>
      {(wanted || open) && (
        <Panel
          {...{ label, items, open, opener, anchor }}
          modal={false}
          side="right"
          align="start"
          gap={2}
          onOpenChange={change}
        />
      )}
    </>
  )
}
